#include "solver/elliptic/solve.hpp"

#include <chrono>

#include "solver/elliptic/preconditioners.hpp"

namespace dgsolve {

EllipticSolution solve(const EllipticOperator& op, std::span<const double> right_hand_side) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
  const EllipticSolverOptions& options = op.form.options.solver;
  const std::size_t n = right_hand_side.size();
  EllipticSolution solution;
  solution.u.resize(n);
  const Clock::time_point start = Clock::now();
  const std::unique_ptr<Preconditioner> preconditioner = make_preconditioner(op);
  const Clock::time_point ready = Clock::now();
  const auto b = op.algebra.vector(n, Precision::double_), x = op.algebra.vector(n, Precision::double_);
  op.algebra.upload(right_hand_side, *b);
  solution.report = conjugate_gradients(op.algebra, op.map(), *preconditioner, *b, *x, options.tolerance,
                                        options.max_iterations);
  solution.device_bytes = op.algebra.memory();
  op.algebra.download(*x, solution.u);
  op.fix_level(solution.u);
  solution.setup_seconds = seconds(ready - start);
  solution.solve_seconds = seconds(Clock::now() - ready);
  return solution;
}

}  // namespace dgsolve
