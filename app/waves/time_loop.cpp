#include "app/waves/time_loop.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/waves/cell_text.hpp"
#include "app/waves/check_inputs.hpp"
#include "io/report/report.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/checks/formula_check.hpp"
#include "solver/waves/diagnostics.hpp"
#include "solver/waves/growth_place.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {
namespace {

bool takes_energy_in(const WaveOptions& options) {
  const bool through_walls = std::any_of(options.boundaries.begin(), options.boundaries.end(),
                                         [](const auto& b) { return !b.second.data.empty(); });
  return through_walls || !options.source.empty();
}

template <class Work>
void warn_of_failure(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    warn("%s", error.what());
  }
}

std::optional<double> exact_value(const std::map<std::string, Expression>& exact, const std::string& field,
                                  const std::array<double, 3>& x, double t) {
  const auto formula = exact.find(field);
  if (formula == exact.end()) return {};
  return formula->second(x[0], x[1], x[2], t);
}

std::size_t dofs_per_step(const SpatialOperator& op) {
  return op.discretization.n_dofs(op.physics.n_fields) * Lsrk45::n_stages;
}

}  // namespace

TimePlan plan_of(const Case& input, double dt) {
  return {input.time->final, input.output.fields ? input.output.fields->every : input.time->final, dt};
}

TimeLoop::TimeLoop(const Case& input, SpatialOperator& op, const Mesh& mesh, double dt,
                   std::optional<double> bound)
    : input_(input),
      op_(op),
      mesh_(mesh),
      plan_(plan_of(input, dt)),
      bound_(bound),
      progress_(input.time->final, dofs_per_step(op), bound),
      outputs_(input, op, mesh) {}

void TimeLoop::set_up(std::span<const double> initial) {
  integrator_ = std::make_unique<Lsrk45>(op_, initial);
  watch_ = std::make_unique<EnergyWatch>(op_, *integrator_, input_.precision, takes_energy_in(input_.wave()));
}

void TimeLoop::start(std::span<const double> initial) {
  set_up(initial);
  outputs_.start();
}

void TimeLoop::resume(const Checkpoint& checkpoint) {
  set_up(checkpoint.canonical);
  if (checkpoint.layout == op_.wave->layout())
    integrator_->restore(checkpoint.raw);
  else
    say("restart: the checkpoint was written on %s, as \"%s\"; from here on results may differ in their last "
        "digits from those of a run that goes on there",
        checkpoint.device.c_str(), checkpoint.layout.c_str());
  position_ = plan_.resume(checkpoint.position);
  integrator_->set_clock(position_.interval.start, position_.interval.dt, position_.done);
  const RunRecord& record = checkpoint.record;
  watch_->set_initial(record.energy_initial);
  energy_ = record.energy;
  say_how_energy_changed();
  summary_.dt = std::max(record.largest_dt, position_.interval.dt);
  summary_.solve_seconds = record.solve_seconds;
  summary_.output_seconds = record.output_seconds;
  earlier_wall_seconds_ = record.wall_seconds;
  outputs_.resume(record, position_);
}

void TimeLoop::say_how_energy_changed() {
  constexpr double rounding = 1e-5;  // of a change of precision
  if (energy_.values().empty()) return;
  const double before = energy_.values().back(), now = op_.wave->energy(integrator_->state());
  if (std::abs(now - before) > rounding * before)
    say("restart: in the regions' new materials the energy of the same fields is %.6g; it was %.6g", now,
        before);
}

Summary TimeLoop::run(double setup_seconds, const StopRequest& stop) {
  wall_ = {};
  say("memory: %s on the device", bytes_text(static_cast<double>(op_.device.memory())).c_str());
  Outcome outcome = Outcome::failed;
  try {
    if (watch_->initial()) {  // another run began
      observe();
    } else {
      sample();
      write_output();
      if (watch_->energy() == 0 && !takes_energy_in(input_.wave())) warn_of_nothing();
    }
    outcome = step_through(stop);
    finish_outputs();
    measure_errors();
  } catch (const std::exception& error) {
    // A full disk, maybe; what ended the run matters more.
    warn_of_failure([&] { finish_outputs(); });
    warn_of_failure([&] { finish(setup_seconds, Outcome::failed, error.what()); });
    throw;
  }
  finish(setup_seconds, outcome, stopped_);
  return summary_;
}

void TimeLoop::measure_errors() {
  const auto& exact = input_.wave().exact;
  if (exact.empty()) return;
  std::vector<double> state(op_.discretization.n_dofs(op_.physics.n_fields));
  integrator_->download(state);
  summary_.errors = errors(op_, exact, time(), state);
  summary_.energy_exact = exact_energy(op_, input_.wave(), time());
  summary_.probe_errors = probe_errors(input_.output.probes, input_.output.directory,
                                       [&](const std::string& field, const std::array<double, 3>& x,
                                           double t) { return exact_value(exact, field, x, t); });
}

Outcome TimeLoop::step_through(const StopRequest& stop) {
  while (true) {
    if (!begin_interval()) return Outcome::completed;
    if (const std::string reason = stop.reason(); !reason.empty()) {
      observe();  // a checkpoint is never of a state that went wrong
      const std::filesystem::path file = write_checkpoint();
      finish_outputs();
      stopped_ = "stopped by " + reason + " at t = " + number_text(time()) + ", step " +
                 std::to_string(position_.steps) + "; --restart goes on from " + file.string();
      say("%s", stopped_.c_str());
      return Outcome::interrupted;
    }
    take_batch();
    outputs_.check();
    const bool checkpoint_is_due = outputs_.checkpoints().due(time());
    if (position_.at_target())
      write_output();
    else if (line_is_due() || watch_->check_is_due(position_.steps) || checkpoint_is_due)
      observe();
    if (checkpoint_is_due) write_checkpoint();
  }
}

bool TimeLoop::begin_interval() {
  if (!position_.at_target()) return true;
  const std::optional<TimeInterval> next = plan_.next(time());
  if (!next) return false;
  position_ = {*next, 0, position_.steps};
  integrator_->set_clock(next->start, next->dt, 0);
  summary_.dt = std::max(summary_.dt, next->dt);
  return true;
}

void TimeLoop::take_batch() {
  const TimeInterval& interval = position_.interval;
  const long n =
      std::min({batch_, interval.n_steps - position_.done, watch_->steps_until_check(position_.steps),
                outputs_.checkpoints().steps_until_due(time(), interval.dt),
                outputs_.ledger() ? outputs_.ledger()->steps_until_due(time(), interval.dt) : batch_});
  const Stopwatch stopwatch;
  integrator_->advance(n);
  op_.device.synchronise();
  const double seconds = stopwatch.seconds();
  summary_.solve_seconds += seconds;
  position_.done += n;
  position_.steps += n;
  // Where other things end a batch, it would grow without bound.
  if (!outputs_.has_probes() && seconds < 0.1 && n == batch_) batch_ *= 2;
  sample();
  show_progress(progress_.line({time(), position_.steps, wall_seconds(), summary_.energy_final}));
}

bool TimeLoop::line_is_due() const {
  const double final = input_.time->final;
  return time() == 0 || time() >= final || time() >= last_line_ + 0.0999 * final;
}

void TimeLoop::observe() {
  const Stopwatch stopwatch;
  const std::optional<std::string> trouble = watch_->check(position_);
  summary_.output_seconds += stopwatch.seconds();
  if (trouble) give_up(*trouble);
  outputs_.keep();
  summary_.energy_final = watch_->energy();
  energy_.add(time(), watch_->energy());
  if (!line_is_due()) return;
  last_line_ = time();
  say("%s", progress_.line({time(), position_.steps, wall_seconds(), summary_.energy_final}).c_str());
}

void TimeLoop::give_up(const std::string& what) {
  if (!watch_->has_good_state())
    throw std::runtime_error(what + " where it begins, at t = " + number_text(time()));
  const double found_at = time();
  position_ = watch_->go_back();
  begin_interval();
  std::string message = what + " after the last good state at t = " + number_text(time()) + ", step " +
                        std::to_string(position_.steps);
  warn_of_failure([&] {  // of a full disk; what went wrong in the run matters more
    message += ", which is in " + outputs_.write_last_good(*integrator_, position_, record()).string() +
               " and in a checkpoint";
  });
  const double dt = position_.interval.dt;
  if (const std::optional<int> cell = fastest_growing_cell(op_, *integrator_))
    message += "; it grows most in " + cell_text(op_, step_in_cell(op_, *cell, dt)) + ", local CFL number " +
               number_text(step_in_cell(op_, *cell, dt).cfl) + " (the limit is 1.25), Jacobian " +
               number_text(op_.discretization.factors.smallest_jacobian(*cell));
  throw std::runtime_error(message + "; " + likely_cause(found_at, dt));
}

std::string TimeLoop::likely_cause(double t, double dt) const {
  try {
    check_formulas(op_, input_.wave(), t);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  TimeOptions taken;
  taken.dt = dt;
  if (choose_time_step(op_, taken).cfl > 1.25)
    return "the time step is too large: reduce time.cfl or time.dt";
  return "the time step is within its limit, and a smaller one may not help: does the mesh resolve what "
         "formulas of regions, sources and boundaries say?";
}

void TimeLoop::sample() {
  const Stopwatch stopwatch;
  const bool finite =
      outputs_.sample_probes(*integrator_, time()) && outputs_.sample_ledger(*integrator_, time());
  summary_.output_seconds += stopwatch.seconds();
  if (!finite) observe();  // which gives up
}

void TimeLoop::write_output() {
  observe();
  const Stopwatch stopwatch;
  outputs_.write_fields(*integrator_, position_);
  summary_.output_seconds += stopwatch.seconds();
}

RunRecord TimeLoop::record() const {
  return {watch_->initial(),
          summary_.dt,
          summary_.solve_seconds,
          summary_.output_seconds,
          wall_seconds(),
          {},
          {},
          {},
          energy_};
}

std::filesystem::path TimeLoop::write_checkpoint() {
  const Stopwatch stopwatch;
  std::filesystem::path file = outputs_.write_checkpoint(*integrator_, position_, record());
  summary_.output_seconds += stopwatch.seconds();
  return file;
}

void TimeLoop::finish_outputs() {
  const Stopwatch stopwatch;
  outputs_.finish();
  summary_.output_seconds += stopwatch.seconds();
}

void TimeLoop::finish(double setup_seconds, Outcome outcome, const std::string& ended_by) {
  summary_.title = input_.title;
  summary_.physics = input_.physics;
  summary_.order = input_.order;
  summary_.precision = input_.precision;
  summary_.device = op_.device.description();
  summary_.elements = op_.discretization.K();
  summary_.dofs = op_.discretization.n_dofs(op_.physics.n_fields);
  summary_.energy_initial = watch_->initial();
  summary_.steps = position_.steps;
  summary_.time = time();
  summary_.setup_seconds = setup_seconds;
  if (summary_.solve_seconds > 0)
    summary_.throughput_gdof_per_s = static_cast<double>(dofs_per_step(op_)) *
                                     static_cast<double>(summary_.steps) / summary_.solve_seconds / 1e9;
  if (bound_ && summary_.throughput_gdof_per_s)
    summary_.fraction_of_bound = 1e9 * *summary_.throughput_gdof_per_s / *bound_;
  if (const Ledger* ledger = outputs_.ledger(); ledger && !ledger->books().record().samples.empty()) {
    summary_.ledger = ledger->books();
    ledger->report_cost(wall_.seconds());
  }
  summary_.device_bytes = op_.device.memory();
  summary_.host_bytes = peak_memory();
  summary_.outcome = outcome;
  write_summary(summary_, input_.output.directory);
  write_report({input_, mesh_, summary_, energy_, warnings(), ended_by});
}

}  // namespace dgsolve
