/// Chebyshev's iteration for A z = b, where A is self-adjoint in some inner product and its eigenvalues lie
/// in [lower, 1] (Saad, Iterative Methods for Sparse Linear Systems, 2nd ed. 2003, algorithm 12.1). It needs
/// no inner products, and knows how far it has come without looking:
///   z ← 0, residual ← b, direction ← first·residual; then
///   z ← z + direction, residual ← residual − A direction, direction ← keep·direction + add·residual, again
///   and again.
#pragma once

#include "kernels/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

class Chebyshev {
 public:
  /// In the inner product's norm, relative: of z after as many additions of a direction as were announced.
  double error;
  double first, keep = 0, add = 0;

  /// Announces the first direction.
  DGSOLVE_INLINE explicit Chebyshev(double lower) {
    const double from = 0.99 * lower, to = 1.01;  // round-off may carry eigenvalues beyond the bounds
    const double root = sqrt_of(from / to);
    centre_ = (to + from) / 2;
    radius_ = (to - from) / 2;
    reduction_ = (1 - root) / (1 + root);
    error = 2 * reduction_;
    first = 1 / centre_;
    rho_ = radius_ / centre_;
  }

  /// Announces one more: sets keep and add.
  DGSOLVE_INLINE void next() {
    const double rho = 1 / (2 * centre_ / radius_ - rho_);
    keep = rho * rho_;
    add = 2 * rho / radius_;
    rho_ = rho;
    error *= reduction_;
  }

 private:
  double centre_, radius_, reduction_, rho_;
};

/// What the iteration is carried on to for values of type T.
template <class T>
constexpr double chebyshev_tolerance = sizeof(T) == 4 ? 1e-8 : 1e-17;

}  // namespace DGSOLVE_NAMESPACE
