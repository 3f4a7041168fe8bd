#include "app/time_loop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "app/log.hpp"
#include "io/files.hpp"
#include "solver/diagnostics.hpp"

namespace dgsolve {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", value);
  return text;
}

bool takes_energy_in(const WaveOptions& options) {
  const bool through_walls = std::any_of(options.boundaries.begin(), options.boundaries.end(),
                                         [](const auto& b) { return !b.second.data.empty(); });
  return through_walls || !options.source.empty();
}

std::size_t dofs_per_step(const SpatialOperator& op) {
  return op.discretization.n_dofs(op.physics.n_fields) * Lsrk45::n_stages;
}

}  // namespace

TimeLoop::TimeLoop(const Case& input, SpatialOperator& op, const Mesh& mesh, double dt)
    : input_(input),
      op_(op),
      lossless_(!takes_energy_in(input.wave) && op.physics.linear && !op.physics.nodal_coefficients),
      plan_(input.time.final, input.output.fields ? input.output.fields->every : input.time.final, dt),
      progress_(input.time.final, dofs_per_step(op)),
      probes_(input.output.probes, op.discretization, op.physics.info.fields),
      checkpoints_(input, op, mesh) {}

void TimeLoop::open_outputs() {
  const std::filesystem::path& directory = input_.output.directory;
  make_folder(directory);
  // An older run's summary must not speak for this one, should it be killed.
  std::filesystem::remove(directory / "summary.json");
  const EquationInfo& equation = op_.physics.info;
  const std::vector<std::string> no_units(equation.fields.size(), "1");
  if (input_.output.fields)
    fields_ = make_writer({*input_.output.fields, directory, op_.discretization, equation.fields,
                           input_.si ? equation.field_units : no_units});
}

void TimeLoop::start(std::span<const double> initial) {
  state_.assign(initial.begin(), initial.end());
  integrator_ = std::make_unique<Lsrk45>(op_, state_);
  open_outputs();
  probes_.open(input_.output.directory);
  checkpoints_.start(-1, 0);
}

void TimeLoop::resume(const Checkpoint& checkpoint) {
  state_ = checkpoint.canonical;
  integrator_ = std::make_unique<Lsrk45>(op_, state_);
  if (checkpoint.layout == op_.backend.layout())
    integrator_->restore(checkpoint.raw);
  else
    say("restart: the checkpoint was written on %s, as \"%s\"; from here on results may differ in their last "
        "digits from those of a run that goes on there",
        checkpoint.device.c_str(), checkpoint.layout.c_str());
  position_ = plan_.resume(checkpoint.position);
  integrator_->set_clock(position_.interval.start, position_.interval.dt, position_.done);
  const RunRecord& record = checkpoint.record;
  summary_.energy_initial = record.energy_initial;
  summary_.dt = record.largest_dt;
  summary_.solve_seconds = record.solve_seconds;
  summary_.output_seconds = record.output_seconds;
  earlier_wall_seconds_ = record.wall_seconds;

  open_outputs();
  if (fields_) {
    fields_->resume(record.snapshots);
    if (fields_->written().size() < record.snapshots.size())
      warn("restart: of %zu snapshots written before, %zu are in the output folder", record.snapshots.size(),
           fields_->written().size());
  }
  for (const std::string& probe : probes_.resume(input_.output.directory, time()))
    warn("restart: probes/%s.csv lacks lines from before t = %s", probe.c_str(), number(time()).c_str());
  checkpoints_.start(position_.steps, time());
}

Summary TimeLoop::run(double setup_seconds, const StopRequest& stop) {
  wall_ = {};
  Outcome outcome = Outcome::failed;
  try {
    if (summary_.energy_initial) {  // another run began
      observe();
    } else {
      sample_probes();
      write_output();
    }
    outcome = step_through(stop);
    if (!input_.wave.exact.empty()) {
      integrator_->download(state_);
      summary_.errors = errors(op_, input_.wave.exact, time(), state_);
    }
  } catch (const std::exception&) {
    try {
      finish(setup_seconds, Outcome::failed);
    } catch (const std::exception& error) {  // a full disk; what ended the run matters more
      warn("%s", error.what());
    }
    throw;
  }
  finish(setup_seconds, outcome);
  return summary_;
}

Outcome TimeLoop::step_through(const StopRequest& stop) {
  while (true) {
    if (position_.at_target()) {
      const std::optional<TimeInterval> next = plan_.next(time());
      if (!next) return Outcome::completed;
      position_ = {*next, 0, position_.steps};
      integrator_->set_clock(next->start, next->dt, 0);
      summary_.dt = std::max(summary_.dt, next->dt);
    }
    if (const std::string reason = stop.reason(); !reason.empty()) {
      say("stopped by %s at t = %s, step %ld; --restart goes on from %s", reason.c_str(),
          number(time()).c_str(), position_.steps, write_checkpoint().c_str());
      return Outcome::interrupted;
    }
    take_batch();
    if (position_.at_target())
      write_output();
    else if (line_is_due())
      observe();
    if (checkpoints_.due(time())) write_checkpoint();
  }
}

void TimeLoop::take_batch() {
  const TimeInterval& interval = position_.interval;
  const long n = std::min(
      {batch_, interval.n_steps - position_.done, checkpoints_.steps_until_due(time(), interval.dt)});
  const Stopwatch stopwatch;
  integrator_->advance(n);
  op_.backend.synchronise();
  const double seconds = stopwatch.seconds();
  summary_.solve_seconds += seconds;
  position_.done += n;
  position_.steps += n;
  if (!probes_.empty())
    sample_probes();
  else if (seconds < 0.1)
    batch_ *= 2;
  show_progress(progress_.line({time(), position_.steps, wall_seconds(), summary_.energy_final}));
}

bool TimeLoop::line_is_due() const {
  const double final = input_.time.final;
  return time() == 0 || time() >= final || time() >= last_line_ + 0.0999 * final;
}

void TimeLoop::observe() {
  const Stopwatch stopwatch;
  summary_.energy_final = op_.backend.energy(integrator_->state());
  if (!summary_.energy_initial) summary_.energy_initial = summary_.energy_final;
  summary_.output_seconds += stopwatch.seconds();
  check_energy();
  if (!line_is_due()) return;
  last_line_ = time();
  say("%s", progress_.line({time(), position_.steps, wall_seconds(), summary_.energy_final}).c_str());
}

void TimeLoop::sample_probes() {
  if (probes_.empty()) return;
  const Stopwatch stopwatch;
  probes_.sample(op_.backend, integrator_->state(), time());
  summary_.output_seconds += stopwatch.seconds();
}

void TimeLoop::write_output() {
  observe();
  if (!fields_) return;
  const Stopwatch stopwatch;
  integrator_->download(state_);
  fields_->write({time(), position_.steps, state_});
  summary_.output_seconds += stopwatch.seconds();
}

std::filesystem::path TimeLoop::write_checkpoint() {
  const Stopwatch stopwatch;
  probes_.sync();
  RunRecord record{summary_.energy_initial, summary_.dt,    summary_.solve_seconds,
                   summary_.output_seconds, wall_seconds(), {}};
  if (fields_) record.snapshots = fields_->written();
  const std::filesystem::path file = checkpoints_.write(*integrator_, position_, record);
  summary_.output_seconds += stopwatch.seconds();
  return file;
}

void TimeLoop::check_energy() const {
  const double initial = *summary_.energy_initial, now = *summary_.energy_final;
  const std::string at = " at t = " + number(time()) + ", step " + std::to_string(position_.steps);
  const std::string advice = "; the time step is probably too large: reduce time.cfl or time.dt";
  if (!std::isfinite(now)) throw std::runtime_error("the solution is no longer finite" + at + advice);
  // A lossless problem may gain round-off, no more; single precision rounds every step.
  const double slack = input_.precision == Precision::single ? 1.01 : 1 + 1e-6;
  if (lossless_ && now > initial * slack)
    throw std::runtime_error("the energy grew from " + number(initial) + " to " + number(now) + at +
                             ", though nothing puts energy in" + advice);
}

void TimeLoop::finish(double setup_seconds, Outcome outcome) {
  summary_.title = input_.title;
  summary_.physics = input_.wave.equation;
  summary_.order = input_.wave.order;
  summary_.precision = input_.precision;
  summary_.device = op_.backend.description();
  summary_.elements = op_.discretization.K();
  summary_.dofs = op_.discretization.n_dofs(op_.physics.n_fields);
  summary_.steps = position_.steps;
  summary_.time = time();
  summary_.setup_seconds = setup_seconds;
  if (summary_.solve_seconds > 0)
    summary_.throughput_gdof_per_s = static_cast<double>(dofs_per_step(op_)) *
                                     static_cast<double>(summary_.steps) / summary_.solve_seconds / 1e9;
  summary_.device_bytes = op_.backend.memory();
  summary_.host_bytes = peak_memory();
  summary_.outcome = outcome;
  write_summary(summary_, input_.output.directory);
}

}  // namespace dgsolve
