/// The second-order Richardson iteration for A z = b, where A is self-adjoint in some inner product and its
/// eigenvalues lie in [lower, 1] (Golub & Varga, Numer. Math. 3 (1961) 147, doi:10.1007/BF01386013):
///   z ← direction ← first·b;  then `steps` times
///   direction ← keep·direction + add·(b − A z),  z ← z + direction.
/// As fast as conjugate gradients in the worst case, without their inner products.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

struct Richardson {
  double first, keep, add;
  int steps = 0;  ///< until the error's norm, relative, is at most `tolerance`

  DGSOLVE_INLINE Richardson(double lower, double tolerance) {
    const double from = 0.99 * lower, to = 1.01;  // round-off may carry eigenvalues beyond the bounds
    const double root = sqrt_of(from / to), q = (1 - root) / (1 + root);
    first = 2 / (from + to);
    keep = q * q;
    add = 2 * (1 + keep) / (from + to);
    // After k steps the error is at most q^(k+1) (1 + (k+1)(1 − q²)/(1 + q²)).
    for (double power = q; power * (1 + (steps + 1) * (1 - keep) / (1 + keep)) > tolerance; power *= q)
      ++steps;
  }
};

/// As good as values of type T are.
template <class T>
constexpr double richardson_tolerance = sizeof(T) == 4 ? 1e-8 : 1e-17;

}  // namespace DGSOLVE_NAMESPACE
