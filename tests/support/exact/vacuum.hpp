/// Constants of the vacuum, CODATA 2022.
#pragma once

namespace dgsolve::test {

inline constexpr double c0 = 299792458;              ///< m/s
inline constexpr double mu0 = 1.25663706127e-6;      ///< H/m
inline constexpr double eps0 = 1 / (mu0 * c0 * c0);  ///< F/m

}  // namespace dgsolve::test
