/// Scattering of a plane wave by a perfectly conducting cylinder (Harrington, Time-Harmonic Electromagnetic
/// Fields, McGraw-Hill 1961, section 5-9), by the Bessel functions of the standard library.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>

namespace dgsolve::test {

/// The bistatic width over the wavelength, at an angle from the direction of the wave, rad. tm: E along the
/// cylinder, else H.
inline double cylinder_width(double ka, double phi, bool tm) {
  const auto hankel = [&](double n) {
    return std::complex<double>(std::cyl_bessel_j(n, ka), std::cyl_neumann(n, ka));
  };
  const int n_terms = static_cast<int>(ka + 4 * std::cbrt(ka) + 12);
  std::complex<double> sum = 0;
  for (int n = 0; n <= n_terms; ++n) {
    const std::complex<double> h =
        tm ? hankel(n) : static_cast<double>(n) / ka * hankel(n) - hankel(n + 1);  // else its derivative
    sum += (n == 0 ? 1.0 : 2.0) * std::cos(n * phi) * h.real() / h;
  }
  return 2 / std::numbers::pi * std::norm(sum);
}

}  // namespace dgsolve::test
