/// Wavelengths and photon energies in rad/s.
#pragma once

#include <numbers>

namespace dgsolve {

// SI Brochure, 9th edition (2019): exact, ħ to the digits given.
inline constexpr double turn = 2 * std::numbers::pi, light = 299792458, hbar = 1.054571817e-34,
                        electron_volt = 1.602176634e-19;

}  // namespace dgsolve
