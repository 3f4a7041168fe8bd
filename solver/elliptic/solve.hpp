/// Solves a discretised elliptic problem.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/unset_vector.hpp"
#include "solver/elliptic/preconditioners.hpp"
#include "solver/linear/conjugate_gradients.hpp"

namespace dgsolve {

struct EllipticSolution {
  UnsetVector<double> u;  ///< canonical [K][Np]; the best iterate where it did not converge
  SolveReport report;
  double setup_seconds = 0;  ///< wall clock: of the preconditioner
  double solve_seconds = 0;
  std::size_t device_bytes = 0;  ///< held while it was solved
  std::vector<TimePhase> times;  ///< its parts
  std::string note;              ///< that another attempt was needed; empty: it was not
};

/// Conjugate gradients with the case's preconditioner, tolerance and iterations, for one right-hand side
/// after another. Multigrid whose cycles in single precision do not converge gets another try with cycles in
/// double: where little holds the level of u, what does is lost in single precision.
class EllipticSolver {
 public:
  /// Keeps a reference.
  explicit EllipticSolver(const EllipticOperator& op) : op_(op) {}

  /// The first solution has the preconditioner's set-up in its time. Throws std::domain_error where that
  /// fails because a block is not positive definite.
  EllipticSolution solve(std::span<const double> right_hand_side);

 private:
  const EllipticOperator& op_;
  // None before the first solution:
  std::unique_ptr<Preconditioner> preconditioner_;
  std::unique_ptr<DeviceVector> b_, x_;
  std::unique_ptr<ConjugateGradients> iterations_;
  /// Multigrid's cycles are in single precision, and may be tried in double.
  bool in_single_ = op_.options.solver.preconditioner == PreconditionerKind::multigrid;
};

}  // namespace dgsolve
