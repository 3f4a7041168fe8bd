#include "solver/elliptic/solve.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "solver/elliptic/preconditioners.hpp"

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

EllipticSolution solve(const EllipticOperator& op, std::span<const double> right_hand_side) {
  const EllipticSolverOptions& options = op.options.solver;
  const bool multigrid = options.preconditioner == PreconditionerKind::multigrid;
  const std::size_t n = right_hand_side.size();
  EllipticSolution solution;
  solution.u.resize(n);
  using Clock = std::chrono::steady_clock;
  auto seconds_since_last = [last = Clock::now()]() mutable {
    const Clock::time_point before = std::exchange(last, Clock::now());
    return std::chrono::duration<double>(last - before).count();
  };
  std::unique_ptr<Preconditioner> preconditioner = make_preconditioner(op);
  solution.setup_seconds = seconds_since_last();
  const auto b = op.algebra.vector(n, Precision::double_), x = op.algebra.vector(n, Precision::double_);
  op.algebra.upload(right_hand_side, *b);
  const auto attempt = [&](int most) {
    return conjugate_gradients(op.algebra, op.map(), *preconditioner, *b, *x, options.tolerance, most);
  };
  SolveReport& report = solution.report;
  report = attempt(multigrid ? std::min(options.max_iterations, most_in_single) : options.max_iterations);
  solution.device_bytes = op.algebra.memory();
  solution.solve_seconds = seconds_since_last();
  if (const int left = options.max_iterations - report.iterations;
      multigrid && !report.converged && left > 0) {
    solution.note = "cycles in single precision did not converge in " + std::to_string(report.iterations) +
                    " iterations; the others are in double precision";
    preconditioner.reset();
    preconditioner = make_multigrid(op, Precision::double_);
    solution.setup_seconds += seconds_since_last();
    report = joined(std::move(report), attempt(left));
    solution.device_bytes = op.algebra.memory();
    solution.solve_seconds += seconds_since_last();
  }
  op.algebra.download(*x, solution.u);
  op.fix_level(solution.u);
  return solution;
}

}  // namespace dgsolve
