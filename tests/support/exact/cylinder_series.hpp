/// Scattering of a plane wave by cylinders: perfectly conducting ones (Harrington, Time-Harmonic
/// Electromagnetic Fields, McGraw-Hill 1961, section 5-9), and others (Bohren & Huffman, Absorption and
/// Scattering of Light by Small Particles, Wiley 1983, section 8.4), by the Bessel functions of the standard
/// library.
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

/// J_n of a complex argument that is not large, by its power series.
inline std::complex<double> bessel_j(int n, std::complex<double> z) {
  std::complex<double> term = 1, sum = 0;
  for (int i = 1; i <= n; ++i) term *= z / (2.0 * i);
  for (int k = 0; k < 60; ++k) {
    sum += term;
    term *= -z * z / (4.0 * (k + 1) * (k + 1 + n));
  }
  return sum;
}

/// Widths by which a cylinder scatters a wave whose magnetic field is along it, and takes power out of it,
/// over its diameter.
struct CylinderEfficiencies {
  double scattering, extinction;
};
/// index: of refraction, with a negative imaginary part where it absorbs.
inline CylinderEfficiencies cylinder_efficiencies(double ka, std::complex<double> index) {
  const std::complex<double> m = std::conj(index);  // of fields like exp(-i omega t)
  const auto J = [](int n, std::complex<double> z) { return bessel_j(n, z); };
  const auto H = [](int n, double x) {
    return std::complex(std::cyl_bessel_j(n, x), std::cyl_neumann(n, x));
  };
  CylinderEfficiencies sums{};
  const int n_terms = static_cast<int>(ka + 4 * std::cbrt(ka) + 8);
  const double x = ka;
  for (int n = 0; n <= n_terms; ++n) {
    const double order = n;
    const std::complex<double> inside = J(n, m * x), d_inside = order * inside / (m * x) - J(n + 1, m * x),
                               outside = H(n, x), d_outside = order * outside / x - H(n + 1, x);
    const std::complex<double> a = (m * d_outside.real() * inside - outside.real() * d_inside) /
                                   (m * inside * d_outside - d_inside * outside);
    sums.scattering += (n == 0 ? 2 : 4) / x * std::norm(a);
    sums.extinction += (n == 0 ? 2 : 4) / x * a.real();
  }
  return sums;
}

}  // namespace dgsolve::test
