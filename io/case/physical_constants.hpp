/// The physical constants that formulas of case files know.
#pragma once

#include <map>
#include <string>

#include "kernels/waves/traits/equation.hpp"

namespace dgsolve {

/// ε0 and μ0 of a case's unit system; si: F/m and H/m, else 1.
Units units_of(bool si);

/// eps0, mu0, c0 (speed of light), eta0 (impedance of vacuum); in SI also e (elementary charge, C) and kB
/// (Boltzmann's constant, J/K), which natural units leave open.
std::map<std::string, double> physical_constants(bool si);

}  // namespace dgsolve
