#include "app/verify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "app/console/order_range.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/folder/manifest.hpp"
#include "io/folder/output_folder.hpp"
#include "io/folder/output_names.hpp"
#include "io/report/convergence.hpp"
#include "io/report/results/progress.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/base/phase_clock.hpp"
#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

/// Largest relative change of a field's L2 error.
double change(const Summary& before, const Summary& after) {
  double largest = 0;
  for (const auto& [field, error] : after.errors.fields) {
    const double difference = std::abs(before.errors.fields.at(field).l2 - error.l2);
    if (difference > 0) largest = std::max(largest, difference / error.l2);
  }
  return largest;
}

class Ladder {
 public:
  Ladder(const RunArguments& arguments, const Case& input) : arguments_(arguments), input_(input) {}

  /// The run of an order on the mesh whose cells were split so many times.
  Summary run(int order, int refine) {
    if (!input_.time()) return take(order, refine, 1);
    return take_with_small_steps(order, refine);
  }

 private:
  /// step: share of the case's own time step.
  Summary take(int order, int refine, double step) const {
    RunArguments run = arguments_;
    run.overrides.push_back(fmt::format("order={}", order));
    run.overrides.push_back(fmt::format("mesh.refine={}", input_.mesh.refine + refine));
    if (const TimeOptions* time = input_.time())
      run.overrides.push_back(time->dt ? "time.dt=" + exact_text(std::ldexp(*time->dt, -refine) * step)
                                       : "time.cfl=" + exact_text(time->cfl * step));
    run.output = input_.output.directory / fmt::format("order_{}_refine_{}", order, refine);
    run.quiet = true;
    Summary summary = run_case(run);
    start_log(arguments_.verbosity());
    return summary;
  }

  /// Halves the time step until the errors no longer depend on it: those of a fourth-order scheme in time
  /// would hide those of a higher order in space.
  Summary take_with_small_steps(int order, int refine) {
    constexpr double tolerable = 0.05;
    constexpr int most_halvings = 6;
    double step = std::min(1.0, 2 * step_);  // finer rungs need steps at least as small
    Summary before = take(order, refine, step);
    double changed = 0;
    for (int i = 0; i < most_halvings && before.outcome == Outcome::completed; ++i) {
      step /= 2;
      Summary now = take(order, refine, step);
      if (now.outcome != Outcome::completed) return now;
      changed = change(before, now);
      before = std::move(now);
      if (changed <= tolerable) {
        step_ = step;
        return before;
      }
    }
    if (before.outcome == Outcome::completed)
      warn(
          "order {}, refine {}: errors still change by {:.0f} % where the time step is halved to {:.3g}; "
          "rounding may be as large as they are",
          order, refine, 100 * changed, before.wave().time.dt);
    return before;
  }

  const RunArguments& arguments_;
  const Case& input_;
  double step_ = 1;  ///< share of the case's own time step that was small enough before
};

/// The case, with an exact solution.
Case read_verifiable(const RunArguments& arguments) {
  Case input = read_input(arguments);
  if (!kind_of(input).has_exact(input))
    throw error_at(input, "exact: missing; expected the exact solution, with which dgsolve verify compares");
  return input;
}

void say_done(const Rung& rung, double seconds) {
  say("order {}, refine {}: {} cells, {} unknowns{}: {}", rung.order, rung.refine, rung.elements, rung.dofs,
      rung.dt > 0 ? ", dt " + number_text(rung.dt) : "", format_duration(seconds));
}

/// What is not the input's fault is the rung's failure.
Outcome climb(Ladder& ladder, Rung& rung) {
  const Stopwatch clock;
  try {
    const Summary summary = ladder.run(rung.order, rung.refine);
    rung.elements = summary.description.elements;
    rung.dofs = summary.description.dofs;
    if (summary.is_in_time()) rung.dt = summary.wave().time.dt;
    if (summary.outcome != Outcome::completed) return summary.outcome;
    rung.errors = errors_by_quantity(summary);
    say_done(rung, clock.seconds());
    return Outcome::completed;
  } catch (const std::exception& error) {
    if (is_input_error(error)) throw;
    rung.failure = error.what();
    warn("order {}, refine {}: {}", rung.order, rung.refine, error.what());
    return Outcome::failed;
  }
}

}  // namespace

Outcome verify(const VerifyArguments& arguments) {
  start_log(arguments.run.verbosity());
  const Case input = read_verifiable(arguments.run);
  std::optional<FolderLock> lock;
  keep_others_out(input.output.directory, lock);
  check_folder(input.output.directory, place_of_output(input), names_of_verify());
  const OrderRange orders = arguments.orders.empty() ? OrderRange{input.order, input.order}
                                                     : parse_orders("--orders", arguments.orders);
  const std::filesystem::path& directory = input.output.directory;
  ConvergenceStudy study{title_of(input), {}};
  Outcome outcome = Outcome::completed;
  for (int order = orders.first; order <= orders.last; ++order) {
    Ladder ladder(arguments.run, input);
    for (int refine = 0; refine <= arguments.refine; ++refine) {
      Rung rung;
      rung.order = order;
      rung.refine = refine;
      const Outcome ended = climb(ladder, rung);
      if (ended == Outcome::interrupted) return ended;
      if (ended == Outcome::failed) outcome = ended;
      study.rungs.push_back(std::move(rung));
      if (study.rungs.size() == 1) claim(directory, names_of_verify());
      write_convergence_csv(study, directory);
      write_convergence_report(study, directory);
    }
  }
  fmt::print("{}", printable(convergence_table(study)));
  say("results: {}", directory.string());
  return outcome;
}

}  // namespace dgsolve
