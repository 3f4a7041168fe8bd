/// Preconditioned conjugate gradients, the same for every device.
#pragma once

#include <string>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/part_clock.hpp"

namespace dgsolve {

class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// z ← M r; both in double precision. M is symmetric, positive definite, and the same in every call.
  virtual void apply(const DeviceVector& r, DeviceVector& z) = 0;
  /// Where the time went that making it took, as far as it has parts.
  virtual std::vector<TimePart> set_up_times() const { return {}; }
};

struct SolveReport {
  int iterations = 0;
  bool converged = false;
  double relative_residual = 0;  ///< ‖b − A x‖₂ / ‖b‖₂, computed from the x returned
  std::vector<double> history;   ///< relative residual before the first and after each iteration
  std::string reason;            ///< why the residual is above the tolerance, else empty
};

/// Solves A x = b for symmetric positive definite A (semi-definite, where b is in its range) from x = 0,
/// until ‖b − A x‖₂ ≤ tolerance ‖b‖₂. The host reads the recursive residual only now and then, as seldom as
/// convergence allows. When that residual is small enough, the true residual is computed; if round-off has
/// separated the two, the iteration starts again from the current x. Where rounding x to double precision
/// alone explains the residual, no better x exists: the solve counts as converged, and `reason` says so.
/// Without convergence x becomes the best iterate whose residual was read. Throws std::invalid_argument where
/// tolerance or max_iterations is not positive.
SolveReport conjugate_gradients(LinearAlgebra& algebra, LinearMap& A, Preconditioner& M,
                                const DeviceVector& b, DeviceVector& x, double tolerance, int max_iterations);

}  // namespace dgsolve
