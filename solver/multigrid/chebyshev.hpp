/// Chebyshev iteration as a smoother, and the bound of the spectrum that it needs.
#pragma once

#include <memory>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Estimate of the largest eigenvalue of S A, both symmetric and positive (semi)definite: the largest Ritz
/// value after 8 steps of conjugate gradients for A x = A y with a random y, the same at every call, and a
/// third of its residual; mostly from below (Lanczos; Golub & Van Loan, Matrix Computations, section 10.2;
/// Saad 2003, section 6.7.3). Throws std::domain_error where A or S is not positive.
double largest_eigenvalue(LinearAlgebra& algebra, LinearMap& a, LinearMap& s);
/// A little more than the estimate, as no eigenvalue may lie above the smoother's interval.
double largest_and_some_more(LinearAlgebra& algebra, LinearMap& a, LinearMap& s);

/// Steps of the first-kind Chebyshev iteration for S A x = S b between a share of λ and λ (Adams, Brezina, Hu
/// & Tuminaro, J. Comput. Phys. 188 (2003) 593). The error is multiplied by a polynomial in S A: symmetric in
/// the inner product of A, as conjugate gradients need it.
class ChebyshevSmoother {
 public:
  /// The lower end of the interval, as a share of λ: what is below is left to the coarser levels. It falls
  /// with the square of the degree, as the width of what a Chebyshev polynomial keeps small grows; the factor
  /// was found by trying (kernels/PERFORMANCE.md, "Multigrid").
  static constexpr double smallest_share(int degree) { return 0.45 / (degree * degree); }

  /// largest: λ, no less than any eigenvalue of S A. Keeps references to the algebra and to both maps.
  ChebyshevSmoother(LinearAlgebra& algebra, LinearMap& a, LinearMap& s, int degree, double largest);

  /// x ← after `degree` steps from x = 0.
  void smooth_from_zero(const DeviceVector& b, DeviceVector& x);
  /// x ← after `degree` steps from x.
  void smooth(const DeviceVector& b, DeviceVector& x);

 private:
  /// The steps after the first, which added `first` to x; from zero, that is x.
  void later_steps(const DeviceVector& b, const DeviceVector& first, DeviceVector& x);

  LinearAlgebra& algebra_;
  LinearMap& a_;
  LinearMap& s_;
  int degree_;
  double middle_, half_width_;  ///< of the interval
  std::unique_ptr<DeviceVector> r_, d_;
};

}  // namespace dgsolve
