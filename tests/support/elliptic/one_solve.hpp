/// Conjugate gradients for one right-hand side.
#pragma once

#include "solver/linear/conjugate_gradients.hpp"

namespace dgsolve::test {

inline SolveReport solve_once(LinearAlgebra& algebra, LinearMap& A, Preconditioner& M, const DeviceVector& b,
                              DeviceVector& x, double tolerance, int max_iterations) {
  return ConjugateGradients(algebra, A, M, x, max_iterations).solve(b, tolerance, max_iterations);
}

}  // namespace dgsolve::test
