/// What a case says about an elliptic problem and how to solve it.
#pragma once

#include "solver/interior_penalty/problem.hpp"

namespace dgsolve {

/// How the operator is held: recomputed in every product, or as a sparse matrix of numbers, of blocks, or of
/// numbers in slices of rows of one width.
enum class OperatorForm { automatic, matrix_free, csr, bsr, sliced_ell };
enum class PreconditionerKind { none, jacobi, block_jacobi, multigrid };

struct EllipticSolverOptions {
  PreconditionerKind preconditioner = PreconditionerKind::multigrid;
  OperatorForm form = OperatorForm::automatic;
  double tolerance = 1e-8;  ///< ‖b − A u‖₂ / ‖b‖₂
  int max_iterations = 500;
};

struct EllipticOptions : EllipticProblem {
  EllipticSolverOptions solver;
};

}  // namespace dgsolve
