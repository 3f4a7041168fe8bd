#include "app/waves/check_wave.hpp"

#include "app/console/log.hpp"
#include "app/problem/check_parts.hpp"
#include "app/problem/measurement.hpp"
#include "app/waves/calibration.hpp"
#include "app/waves/restart.hpp"
#include "io/report/results/progress.hpp"
#include "io/report/results/time_phases.hpp"
#include "solver/checks/formula_check.hpp"

namespace dgsolve {
namespace {

void report_wave_cost(const Case& input, const Calibration& cost, const Device& device, long n_steps,
                      double setup_seconds) {
  const double seconds = report_use(input, cost, device) + static_cast<double>(n_steps) * cost.step_seconds;
  say("wall-clock time: about {}, of which {} for set-up, {} a step",
      format_duration(setup_seconds + seconds), format_duration(setup_seconds),
      format_duration(cost.step_seconds));
  if (input.wave().time.wall_limit && seconds > *input.wave().time.wall_limit)
    warn("time.wall_limit: {} will stop the run before its end",
         format_duration(*input.wave().time.wall_limit));
}

}  // namespace

void check_wave_set_up(const RunStart& start, SpatialOperator& op, long n_steps) {
  const Case& input = start.input;
  const double setup_seconds = start.clock.seconds();
  say("set-up took {}", phases_text(start.clock.phases()));
  if (!start.earlier && !input.wave().initial_case) check_fields(op, "initial", input.wave().initial, 0);
  // What reading a state leaves of memory counts too.
  const InitialState initial = start.earlier ? state_of(*start.earlier, op) : random_state(op);
  const Calibration cost = calibrate(input, op, start.mesh, initial, n_steps);
  report_wave_cost(input, cost, op.device, n_steps, setup_seconds);
}

}  // namespace dgsolve
