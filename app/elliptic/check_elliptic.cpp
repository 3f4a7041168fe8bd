#include "app/elliptic/check_elliptic.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "app/console/resources.hpp"
#include "app/console/scratch_folder.hpp"
#include "app/elliptic/elliptic_run.hpp"
#include "app/problem/check_parts.hpp"
#include "io/report/results/progress.hpp"
#include "io/report/results/time_phases.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/elliptic/capacitance.hpp"

namespace dgsolve {
namespace {

/// What a run costs, measured with the parts it is made of before it begins.
struct EllipticCalibration : RunCost {
  double setup_seconds = 0;  ///< right-hand side and preconditioner
  double solve_seconds = 0;
  int iterations = 0;  ///< until the tolerance, or max_iterations where it takes more
  /// The residual of so many iterations was followed; less than `iterations`: the rest is its rate.
  int tried = 0;
  bool enough = true;          ///< max_iterations will do
  double results_seconds = 0;  ///< fluxes, energy, errors
};

/// Iterations that a residual still needs at the rate of the second half of its history; conjugate gradients
/// are slower, or faster, at first. Infinite where it does not fall.
double iterations_left(const std::vector<double>& history, double tolerance) {
  const std::size_t last = history.size() - 1, half = last / 2;
  const double rate = std::log(history[half] / history[last]) / static_cast<double>(last - half);
  return rate > 0 ? std::max(0.0, std::log(history[last] / tolerance) / rate)
                  : std::numeric_limits<double>::infinity();
}

/// Iterates a few times, then for as long as it may take, and tells the rest by the rate.
void try_solve(const EllipticOperator& op, const DeviceVector& b, ConjugateGradients& solver,
               EllipticCalibration& found) {
  const EllipticSolverOptions& options = op.options.solver;
  constexpr int few = 4;
  constexpr double long_enough = 1;
  SolveReport report;
  const auto iterate = [&](int n) {
    const Stopwatch stopwatch;
    report = solver.solve(b, options.tolerance, std::min(n, options.max_iterations));
    return op.algebra.agreed(stopwatch.seconds());
  };
  double seconds = iterate(few);
  if (!report.converged && seconds < long_enough)
    seconds = iterate(static_cast<int>(
        std::min<double>(options.max_iterations, std::max<double>(few, few * long_enough / seconds))));
  found.tried = report.iterations;
  const double left =
      report.converged || report.iterations == 0 ? 0 : iterations_left(report.history, options.tolerance);
  found.enough = found.tried + left <= options.max_iterations;
  found.iterations = found.enough ? found.tried + static_cast<int>(std::ceil(left)) : options.max_iterations;
  found.solve_seconds = seconds * found.iterations / std::max(1, found.tried);
}

/// Makes the preconditioner and iterates for a second or until the end; u: where that came to.
std::vector<double> calibrate_solve(const EllipticOperator& op, std::span<const double> right,
                                    EllipticCalibration& found) {
  std::vector<double> u(right.size());
  const Stopwatch stopwatch;
  const std::unique_ptr<Preconditioner> preconditioner = make_preconditioner(op);
  const auto b = op.algebra.vector(u.size(), Precision::double_),
             x = op.algebra.vector(u.size(), Precision::double_);
  ConjugateGradients solver(op.algebra, op.map(), *preconditioner, *x, op.options.solver.max_iterations);
  found.setup_seconds += stopwatch.seconds();
  op.algebra.upload(right, *b);
  try_solve(op, *b, solver, found);
  found.device_bytes = op.algebra.memory();
  op.algebra.download(*x, u);
  op.fix_level(u);
  return u;
}

/// Makes the preconditioner, iterates for a second or until the end, and writes each output once, in a
/// temporary folder beside the output folder. Throws what EllipticRun throws.
EllipticCalibration calibrate(const Case& input, const EllipticOperator& op, const Device& device) {
  const ScratchFolder scratch(input.output.directory);
  Case here = input;
  here.output.directory = scratch.path;
  EllipticCalibration found;
  const Stopwatch setup;
  EllipticRun run(here, op, device);
  found.setup_seconds = setup.seconds();
  const auto add_output = [&](const char* name, const auto& write) {
    const double before = bytes_in(scratch.path);
    const Stopwatch stopwatch;
    write();
    found.outputs.push_back({name, 1, bytes_in(scratch.path) - before, stopwatch.seconds()});
  };
  if (!input.elliptic().matrix.empty()) add_output("matrix", [&] { run.write_matrices(); });

  const std::vector<double> u = calibrate_solve(op, run.right_hand_side(), found);
  if (const auto& of = input.elliptic().capacitance)  // a solve for each of them
    found.solve_seconds *=
        1 + static_cast<double>(of->empty() ? conductor_names(op.options).size() : of->size());
  const Stopwatch results;
  run.measure(u);
  found.results_seconds = results.seconds();
  if (input.output.fields || !input.output.probes.empty())
    add_output("fields and probes", [&] {
      SolveReport done;
      done.converged = true;
      run.write_fields(u, done);
    });
  found.host_bytes = peak_memory();
  return found;
}

}  // namespace

void check_elliptic_set_up(const Case& input, const EllipticOperator& op, const Device& device,
                           const PhaseClock& clock) {
  const double setup_seconds = clock.seconds();
  say("set-up until the preconditioner took {}", phases_text(clock.phases()));
  const EllipticCalibration cost = calibrate(input, op, device);
  const EllipticSolverOptions& solver = input.elliptic().solver;
  if (cost.enough)
    say("solver: about {} iterations to a tolerance of {:.3g}", cost.iterations, solver.tolerance);
  else
    warn("solver.max_iterations: {} will not do: the residual after {} falls too slowly towards {:.3g}",
         solver.max_iterations, cost.tried, solver.tolerance);
  const double output_seconds = report_use(input, cost, device);
  const double all_setup = setup_seconds + cost.setup_seconds;
  say("wall-clock time: about {}, of which {} for set-up, {} for the solve",
      format_duration(all_setup + cost.solve_seconds + cost.results_seconds + output_seconds),
      format_duration(all_setup), format_duration(cost.solve_seconds));
}

void join_check(const EllipticOperator& op) {
  EllipticCalibration unused;
  calibrate_solve(op, op.right_hand_side(), unused);
}

}  // namespace dgsolve
