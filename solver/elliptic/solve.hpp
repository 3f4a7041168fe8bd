/// Solves a discretised elliptic problem.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/elliptic/operator.hpp"
#include "solver/linear/conjugate_gradients.hpp"

namespace dgsolve {

struct EllipticSolution {
  std::vector<double> u;  ///< canonical [K][Np]; the best iterate where it did not converge
  SolveReport report;
  double setup_seconds = 0;  ///< wall clock: of the preconditioner
  double solve_seconds = 0;
  std::size_t device_bytes = 0;  ///< held while it was solved
  std::string note;              ///< that another attempt was needed; empty: it was not
};

/// With the case's preconditioner, tolerance and iterations. Multigrid whose cycles in single precision do
/// not converge gets another try with cycles in double: where little holds the level of u, what does is lost
/// in single precision. Throws std::domain_error where a preconditioner cannot be made because a block is not
/// positive definite.
EllipticSolution solve(const EllipticOperator& op, std::span<const double> right_hand_side);

}  // namespace dgsolve
