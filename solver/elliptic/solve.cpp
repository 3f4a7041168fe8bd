#include "solver/elliptic/solve.hpp"

#include <algorithm>
#include <utility>

namespace dgsolve {
namespace {

/// Where cycles in single precision serve, they take fewer (kernels/PERFORMANCE.md).
constexpr int most_in_single = 100;

/// One report of two attempts.
SolveReport joined(SolveReport first, SolveReport second) {
  second.iterations += first.iterations;
  first.history.insert(first.history.end(), second.history.begin() + 1, second.history.end());
  second.history = std::move(first.history);
  return second;
}

}  // namespace

EllipticSolution EllipticSolver::solve(std::span<const double> right_hand_side) {
  const EllipticSolverOptions& options = op_.options.solver;
  LinearAlgebra& algebra = op_.algebra;
  const std::size_t n = right_hand_side.size();
  EllipticSolution solution;
  solution.u.resize(n);
  PhaseClock clock;
  const auto make = [&](const auto& make_it) {
    iterations_.reset();
    preconditioner_.reset();  // before there is another
    preconditioner_ = make_it();
    if (!x_) x_ = algebra.vector(n, Precision::double_);
    if (!b_) b_ = algebra.vector(n, Precision::double_);
    iterations_ = std::make_unique<ConjugateGradients>(algebra, op_.map(), *preconditioner_, *x_,
                                                       options.max_iterations);
    solution.setup_seconds += clock.mark("preconditioner", preconditioner_->set_up_times());
  };
  if (!iterations_) make([&] { return make_preconditioner(op_); });
  algebra.upload(right_hand_side, *b_);
  solution.solve_seconds = clock.mark("upload");
  const auto attempt = [&](int most) { return iterations_->solve(*b_, options.tolerance, most); };
  SolveReport& report = solution.report;
  report = attempt(in_single_ ? std::min(options.max_iterations, most_in_single) : options.max_iterations);
  solution.device_bytes = algebra.memory();
  solution.solve_seconds += clock.mark("iterations");
  if (const int left = options.max_iterations - report.iterations;
      in_single_ && !report.converged && left > 0) {
    solution.note = "cycles in single precision did not converge in " + std::to_string(report.iterations) +
                    " iterations; the others are in double precision";
    make([&] { return make_preconditioner(op_, Precision::double_); });
    in_single_ = false;
    report = joined(std::move(report), attempt(left));
    solution.device_bytes = algebra.memory();
    solution.solve_seconds += clock.mark("iterations");
  }
  algebra.download(*x_, solution.u);
  op_.fix_level(solution.u);
  solution.times = clock.phases();
  return solution;
}

}  // namespace dgsolve
