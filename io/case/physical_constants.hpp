/// Physical constants, and those that formulas of case files know.
#pragma once

#include <map>
#include <numbers>
#include <string>

#include "kernels/waves/traits/equation.hpp"

namespace dgsolve {

// SI Brochure, 9th edition (2019): exact, ħ to the digits given.
inline constexpr double light = 299792458;                ///< m/s
inline constexpr double electron_volt = 1.602176634e-19;  ///< J; the elementary charge in C
inline constexpr double boltzmann = 1.380649e-23;         ///< J/K
inline constexpr double hbar = 1.054571817e-34;           ///< J s
inline constexpr double turn = 2 * std::numbers::pi;      ///< ω over a frequency

/// ε0 and μ0 of a case's unit system; si: F/m and H/m, else 1.
Units units_of(bool si);

/// eps0, mu0, c0 (speed of light), eta0 (impedance of vacuum); in SI also e (elementary charge, C) and kB
/// (Boltzmann's constant, J/K), which natural units leave open.
std::map<std::string, double> physical_constants(bool si);

}  // namespace dgsolve
