/// Preconditioned conjugate gradients, once for every device.
#pragma once

#include <string>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "solver/linear/preconditioner.hpp"

namespace dgsolve {

struct SolveReport {
  int iterations = 0;
  bool converged = false;
  double relative_residual = 0;  ///< ‖b − A x‖₂ / ‖b‖₂ of the x returned, computed afresh
  std::vector<double> history;   ///< relative residual before the first and after each iteration
  std::string reason;            ///< why the residual is above the tolerance; empty where it is not
};

/// Solves A x = b for symmetric positive definite A (semi-definite, where b is in its range) from x = 0,
/// until ‖b − A x‖₂ ≤ tolerance ‖b‖₂. The residual that the iteration carries along is looked at now and
/// then, as seldom as convergence allows; when it says that all is done, the true one is computed, and the
/// iteration starts again from there if round-off has pulled them apart. A residual that rounding the
/// solution to double precision makes by itself counts as converged, and `reason` says so: no other x does
/// better. Where it does not converge, x is the best iterate looked at. Throws std::invalid_argument where
/// tolerance or max_iterations is not positive.
SolveReport conjugate_gradients(LinearAlgebra& algebra, LinearMap& A, Preconditioner& M,
                                const DeviceVector& b, DeviceVector& x, double tolerance, int max_iterations);

}  // namespace dgsolve
