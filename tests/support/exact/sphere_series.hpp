/// Scattering of a plane wave by a sphere: Mie's series (Bohren & Huffman, Absorption and Scattering of Light
/// by Small Particles, Wiley 1983, chapter 4), by the spherical Bessel functions of the standard library.
#pragma once

#include <cmath>
#include <complex>
#include <optional>
#include <vector>

namespace dgsolve::test {

class SphereSeries {
 public:
  /// x = ka; index: of refraction, relative to the medium around it; none: a perfect conductor.
  explicit SphereSeries(double x, std::optional<double> index = {}) : x_(x) {
    const int n_terms = static_cast<int>(x + 4 * std::cbrt(x) + 12);  // Wiscombe's number, and ten more
    for (int n = 1; n <= n_terms; ++n) {
      const std::complex<double> xi(x * std::sph_bessel(n, x), x * std::sph_neumann(n, x)),
          d_xi(derivative(&psi, n, x), derivative(&chi, n, x));
      if (!index) {
        a_.push_back(d_xi.real() / d_xi);
        b_.push_back(xi.real() / xi);
        continue;
      }
      const double m = *index, inside = psi(n, m * x), d_inside = derivative(&psi, n, m * x);
      a_.push_back((m * inside * d_xi.real() - xi.real() * d_inside) / (m * inside * d_xi - xi * d_inside));
      b_.push_back((inside * d_xi.real() - m * xi.real() * d_inside) / (inside * d_xi - m * xi * d_inside));
    }
  }

  /// Cross-sections over πa².
  double scattering() const {
    double sum = 0;
    for (std::size_t i = 0; i < a_.size(); ++i) sum += weight(i) * (std::norm(a_[i]) + std::norm(b_[i]));
    return 2 / (x_ * x_) * sum;
  }
  double extinction() const {
    double sum = 0;
    for (std::size_t i = 0; i < a_.size(); ++i) sum += weight(i) * (a_[i] + b_[i]).real();
    return 2 / (x_ * x_) * sum;
  }
  /// Bistatic radar cross-sections over πa² at an angle from the direction of the wave, rad: in the plane of
  /// its electric field, and in that of its magnetic one.
  double e_plane(double theta) const { return 4 * std::norm(amplitudes(theta).second) / (x_ * x_); }
  double h_plane(double theta) const { return 4 * std::norm(amplitudes(theta).first) / (x_ * x_); }

 private:
  static double psi(int n, double x) { return x * std::sph_bessel(n, x); }
  static double chi(int n, double x) { return x * std::sph_neumann(n, x); }
  static double derivative(double (*f)(int, double), int n, double x) {
    return f(n - 1, x) - n * f(n, x) / x;
  }
  static double weight(std::size_t i) { return 2 * static_cast<double>(i + 1) + 1; }

  /// S1 and S2.
  std::pair<std::complex<double>, std::complex<double>> amplitudes(double theta) const {
    const double mu = std::cos(theta);
    std::complex<double> s1 = 0, s2 = 0;
    double pi_before = 0, pi = 1;  // of n − 1, of n
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const double n = static_cast<double>(i + 1), tau = n * mu * pi - (n + 1) * pi_before;
      const double factor = (2 * n + 1) / (n * (n + 1));
      s1 += factor * (a_[i] * pi + b_[i] * tau);
      s2 += factor * (a_[i] * tau + b_[i] * pi);
      const double next = ((2 * n + 1) * mu * pi - (n + 1) * pi_before) / n;
      pi_before = pi;
      pi = next;
    }
    return {s1, s2};
  }

  double x_;
  std::vector<std::complex<double>> a_, b_;  ///< [n − 1]
};

}  // namespace dgsolve::test
