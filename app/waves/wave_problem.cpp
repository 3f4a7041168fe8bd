#include "app/waves/wave_problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>

#include "app/console/log.hpp"
#include "app/console/resources.hpp"
#include "app/problem/case_places.hpp"
#include "app/waves/check_wave.hpp"
#include "app/waves/circuit_report.hpp"
#include "app/waves/initial_state.hpp"
#include "app/waves/ports/driven_runs.hpp"
#include "app/waves/restart.hpp"
#include "app/waves/step_texts.hpp"
#include "app/waves/time_loop.hpp"
#include "app/waves/wave_findings.hpp"
#include "app/waves/wave_results.hpp"
#include "io/fields/formats.hpp"
#include "io/report/results/progress.hpp"
#include "kernels/base/device_error.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/checks/flow_check.hpp"
#include "solver/checks/formula_check.hpp"
#include "solver/electromagnetics/media/dispersive_media.hpp"
#include "solver/flow/inflow_check.hpp"
#include "solver/waves/stage_bound.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {
namespace {

/// A machine that runs out of memory ends the program without a word. A GPU checks its own memory.
void check_host_memory(std::size_t n_dofs, const Physics& physics, const Device& device,
                       const RunStart& start) {
  const Case& input = start.input;
  const int canonical = sizeof(double), on_device = bytes_of(input.precision);
  // On their way to the disk: of fields the state in canonical order; of a checkpoint the same and the
  // device's form, and the file with both of them. Each of several processes has about as much of what they
  // write in parts.
  const double part = 1.0 / start.n_processes;
  const auto& fields = input.output.fields;
  const double of_fields = fields ? (has_pieces(*fields) ? part : 1) * canonical : 0,
               of_checkpoint = input.wave().checkpoint || input.wave().time.wall_limit
                                   ? part * (canonical + 3 * on_device)
                                   : 0;
  // On the device: state, next state, residual, the last good state, the copy on its way to the disk, and
  // the step's first state where the scheme reads it, or more steps may be tried than are needed.
  const bool keeps_first =
      find_scheme(input.wave().time.scheme, physics.info.linear).form == StageForm::general ||
      !physics.info.linear;
  const int n_states = keeps_first ? 6 : 5;
  const double needed = static_cast<double>(n_dofs) *
                        (of_fields + of_checkpoint + (device.is_host() ? n_states * on_device : 0));
  const double available = available_memory();
  if (available > 0 && needed > available)
    throw DeviceError(
        fmt::format("the machine's memory is too small: the states alone take {}, and {} are available; "
                    "expected fewer cells, a lower order, or perhaps precision: single",
                    bytes_text(needed), bytes_text(available)));
}

StartedDevice device_with_room(RunStart& start, const Physics& physics, std::size_t n_dofs) {
  StartedDevice started = start.device.get();
  if (started.device->is_host()) refuse_many_poles_on_host(start.input.wave());
  check_host_memory(n_dofs, physics, *started.device, start);
  return started;
}

bool has_periodic_groups(const WaveOptions& options) {
  return std::ranges::any_of(options.boundaries, [](const auto& b) { return b.second.type == "periodic"; });
}

/// From the mesh to the operator and the time step; warns of what is wrong with them.
struct WaveSetUp {
  explicit WaveSetUp(RunStart& start);

  const Physics& physics;
  const std::optional<Case> electrostatics;
  /// The mesh with its periodic boundaries joined, where it has such and is not extended.
  std::optional<Mesh> joined;
  const Discretization discretization;
  StartedDevice started;
  Device& device;
  SpatialOperator op;
  TimeStep step;
};

WaveSetUp::WaveSetUp(RunStart& start)
    : physics(find_physics(start.input.physics, start.mesh.dim, start.input.formulation,
                           start.input.wave().riemann)),
      electrostatics(read_initial_case(start.input, start.mesh, physics.info)),
      discretization(
          start.clock.time("geometry",
                           [&] {
                             const WaveCase& wave = start.input.wave();
                             if (!start.extended && has_periodic_groups(wave)) joined = start.mesh;
                             Mesh& mesh = start.extended ? *start.extended : joined ? *joined : start.mesh;
                             return Discretization(mesh, start.input.order, apply_boundaries(mesh, wave));
                           })),
      started(start.clock.time(
          "device",
          [&] { return device_with_room(start, physics, discretization.n_dofs(physics.n_fields)); })),
      device(*started.device),
      op(discretization, physics, start.input.wave(), device, start.earlier ? start.earlier->variant : "",
         find_scheme(start.input.wave().time.scheme, physics.info.linear)) {
  start.clock.mark("coefficients", op.wave->set_up_times());
  const WaveCase& wave = start.input.wave();
  const double final = start.input.wave().time.final;
  check_flow(op, wave);
  if (!start.earlier) {
    check_formulas(op, wave, 0);
    check_admissible(op, wave.initial);
    check_inflow(op, wave);
  }
  check_formulas(op, wave, final);
  check_fields(op, "exact", wave.exact, final);
  start.clock.mark("checks of formulas");
  step = with_places(start.input, [&] { return choose_time_step(op, wave.time); });
  refuse_endless_run(start.input, op, step);
  start.clock.mark("time step");
}

/// Only an equation with nodal coefficients takes more of a region's formula than its mean in each cell.
void warn_of_means(const SpatialOperator& op, const WaveOptions& options) {
  if (op.physics.nodal_coefficients || op.discretization.element.N == 1) return;
  for (const std::string& region : op.discretization.mesh.region_names) {
    const std::vector<Expression> formulas = region_formulas(op.physics, options, region);
    for (std::size_t i = 0; i < formulas.size(); ++i)
      if (!formulas[i].is_constant())
        warn(
            "regions.{}.{}: each cell takes the mean of the formula; whatever the order, errors fall with "
            "the size of cells only, where the field is tangential with its square",
            region, op.physics.info.parameters[i].name);
  }
}

void report_time_step(const Case& input, const SpatialOperator& op, const TimeStep& step, long n_steps) {
  const char* const unit = input.si ? " s" : "";
  say("time: dt <= {:.4g}{} (cfl {:.3g}), {} steps to t = {:.6g}{}; dt is set by {}", step.dt, unit, step.cfl,
      n_steps, input.wave().time.final, unit, cell_text(op, step));
  if (step.cfl > 1.25 && op.physics.info.linear && !input.wave().time.tolerance)
    warn("time.dt is beyond the stability limit (cfl {:.3g}; the limit is 1.25)", step.cfl);
}

/// What throughput is compared with, field values a second, in runs so long that measuring it is a small
/// part: half a second of 20 or more on the CPU. A check measures it too, for it takes memory.
std::optional<double> find_bound(const SpatialOperator& op, long n_steps) {
  constexpr double worth_measuring = 1e10;  // field values, once for each stage
  const double work = static_cast<double>(dofs_per_step(op)) * static_cast<double>(n_steps);
  if (work < worth_measuring) return {};
  return throughput_bound(op);
}

/// Says what is solved and how; returns what throughput is compared with.
std::optional<double> report(const RunStart& start, const WaveSetUp& s) {
  report_problem(start, s.discretization, s.discretization.n_dofs(s.physics.n_fields), s.device,
                 s.started.passed_over, s.op.wave->parts());
  report_circuits(start.input);
  warn_of_means(s.op, start.input.wave());
  const long n_steps = plan_of(start.input, s.step.dt).n_steps();
  report_time_step(start.input, s.op, s.step, n_steps);
  // A device beside the host is measured while the host checks.
  const auto when = s.device.is_host() ? std::launch::deferred : std::launch::async | std::launch::deferred;
  std::future<std::optional<double>> measured = std::async(when, [&] { return find_bound(s.op, n_steps); });
  find_mistakes(start.input, s.op, s.step, n_steps, start.earlier.has_value());
  start.clock.mark("checks");
  const std::optional<double> bound = start.clock.time("measuring the bound", [&] { return measured.get(); });
  if (bound) detail("bound: the device allows at most {}", format_throughput(*bound));
  return bound;
}

void report_results(const Summary& summary) {
  for (const auto& [field, error] : summary.errors.fields)
    say("error of {}: L2 {:.4e}, largest {:.4e}", field, error.l2, error.linf);
  const TimeSummary& time = summary.wave().time;
  const std::string share =
      time.fraction_of_bound ? fmt::format(" ({:.0f} % of the bound)", 100 * *time.fraction_of_bound) : "";
  say("{}: {} steps in {}, {}{}; output cost {}", summary.outcome == Outcome::completed ? "done" : "so far",
      time.steps, format_duration(summary.cost.solve_seconds),
      format_throughput(1e9 * time.throughput_gdof_per_s.value_or(0)), share,
      format_duration(summary.cost.output_seconds));
  if (const std::optional<StepRecord>& steps = time.controlled)
    say("steps between samples: {} accepted, {} rejected, from {:.3g} to {:.3g}", steps->accepted,
        steps->rejected, steps->smallest_dt, steps->largest_dt);
}

/// No further than outputs that are asked for, s; dt: a step of the initial state.
double distance_of_samples_in(const Case& input, const SpatialOperator& op, double dt) {
  const WaveCase& wave = input.wave();
  double distance = distance_of_samples(op, wave.time, dt);
  const auto limit = [&](double every) {
    if (every > 0) distance = std::max(dt, std::min(distance, every));
  };
  if (wave.checkpoint) limit(wave.checkpoint->every);
  if (wave.ledger) limit(wave.ledger->every);
  if (wave.means) limit(wave.means->every);
  limit(wave.integrals.value_or(0));
  for (const ForceOptions& force : wave.forces) limit(force.every);
  for (const ProbeOutput& probe : input.output.probes) limit(probe.every);
  return distance;
}

std::unique_ptr<TimeLoop> begin(const RunStart& start, WaveSetUp& s, std::optional<double> bound) {
  const auto loop_from = [&](const InitialState& state) {
    return std::make_unique<TimeLoop>(start.clock, start.input, s.op, start.mesh,
                                      distance_of_samples_in(start.input, s.op, s.step.dt), bound, state);
  };
  if (start.earlier) {
    auto loop = loop_from(state_of(*start.earlier, s.op));
    loop->resume(*start.earlier);
    start.clock.mark("initial state");
    return loop;
  }
  static_cast<void>(locate(start.input.output.probes, s.discretization));  // before what may take long
  auto loop = loop_from(initial_state(start.input, s.electrostatics, start.mesh, s.op));
  loop->start();
  start.clock.mark("initial state");
  return loop;
}

/// The device for another run.
std::future<StartedDevice> handed_back(StartedDevice started) {
  std::promise<StartedDevice> promise;
  promise.set_value(std::move(started));
  return promise.get_future();
}

Summary run_one(RunStart& start) {
  WaveSetUp s(start);
  const std::optional<double> bound = report(start, s);
  const std::unique_ptr<TimeLoop> loop = begin(start, s, bound);
  start.earlier.reset();  // what monitors gathered may be large
  Summary summary = with_device_errors_as_failures([&] { return loop->run(*start.stop); });
  report_results(summary);
  start.device = handed_back(std::move(s.started));
  return summary;
}

void check_one(RunStart& start) {
  WaveSetUp s(start);
  report(start, s);
  check_wave_set_up(start, s.op, plan_of(start.input, s.step.dt).n_steps());
}

Summary run_wave(RunStart& start) {
  return start.input.wave().s_parameters ? run_driven_ports(start, run_one) : run_one(start);
}

void check_wave(RunStart& start) {
  if (start.input.wave().s_parameters)
    check_driven_ports(start, check_one);
  else
    check_one(start);
}

}  // namespace

constinit const Problem wave_problem = {
    .run = run_wave, .check = check_wave, .shared_by = RankWork::led, .join = nullptr, .bench = bench_waves};

}  // namespace dgsolve
