#include "app/waves/time_loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/problem/problem.hpp"
#include "app/waves/check_inputs.hpp"
#include "app/waves/energy_report.hpp"
#include "app/waves/monitors/power_check.hpp"
#include "app/waves/step_texts.hpp"
#include "app/waves/wave_results.hpp"
#include "app/waves/waveform_report.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

TimePlan plan_of(const Case& input, double dt) {
  return {input.wave().time.final, input.output.fields ? input.output.fields->every : input.wave().time.final,
          dt};
}

TimeLoop::TimeLoop(PhaseClock& clock, const Case& input, SpatialOperator& op, const Mesh& mesh, double dt,
                   std::optional<double> bound, const InitialState& initial)
    : clock_(clock),
      input_(input),
      op_(op),
      mesh_(mesh),
      plan_(plan_of(input, dt)),
      bound_(bound),
      integrator_(make_integrator(op, initial, input.wave().time)),
      observers_(input, op, mesh, *integrator_, dt, {input.wave().time.final, dofs_per_step(op), bound},
                 [this] { return totals(); }) {}

void TimeLoop::start() {
  const TimeInterval first = *plan_.next(0);
  integrator_->set_clock(first.start, first.dt, 0);  // which samples at t = 0 go by
  observers_.start();
}

void TimeLoop::resume(const Checkpoint& checkpoint) {
  position_ = plan_.resume(checkpoint.position);
  integrator_->set_clock(position_.interval.start, position_.interval.dt, position_.done);
  const RunRecord& record = checkpoint.record;
  if (record.steps) integrator_->go_on(*record.steps);
  summary_.wave().time.dt = std::max(record.largest_dt, position_.interval.dt);
  summary_.cost.solve_seconds = record.solve_seconds;
  summary_.cost.output_seconds = record.output_seconds;
  report_other_energy(record, op_.wave->energy(integrator_->state()));
  observers_.resume(record, position_);
}

Summary TimeLoop::run(const StopRequest& stop) {
  say("memory: {} on the device", bytes_text(static_cast<double>(op_.device.memory())));
  summary_.cost.setup_seconds = clock_.seconds();
  Outcome outcome = Outcome::failed;
  attempt([&] {
    observe([&] { observers_.observe(position_); });
    if (position_.steps == 0 && observers_.energy() == 0 && !takes_energy_in(input_.wave()))
      warn_of_nothing();
    outcome = step_through(stop);
  });
  attempt([&] { finish_writing(); });
  if (!failure_) attempt([&] { measure_errors(input_, op_, *integrator_, time(), summary_); });
  clock_.mark("errors");
  attempt([&] { measure_spectra(); });
  summary_.outcome = failure_ ? Outcome::failed : outcome;
  finish();
  return summary_;
}

template <class Work>
void TimeLoop::attempt(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    if (failure_) return warn("{}", error.what());
    failure_ = std::current_exception();
    stopped_ = error.what();
  }
}

Outcome TimeLoop::step_through(const StopRequest& stop) {
  while (begin_interval()) {
    if (const std::string reason = stop.reason(); !reason.empty()) return stop_here(reason);
    take_batch();
    observe([&] { observers_.observe(position_); });
    if (const std::string reason = observers_.end_reason(); !reason.empty()) {
      end_here(reason);
      break;
    }
  }
  return Outcome::completed;
}

/// The interval is over, so that all that is due at its end is written.
void TimeLoop::end_here(const std::string& reason) {
  position_.interval.target = time();
  position_.interval.n_steps = position_.done;
  observe([&] { observers_.observe(position_); });
  stopped_ = summary_.wave().ended_by = reason;
  say("{}", reason);
}

bool TimeLoop::begin_interval() {
  if (!position_.at_target()) return true;
  const std::optional<TimeInterval> next = plan_.next(time());
  if (!next) return false;
  position_ = {*next, 0, position_.steps};
  integrator_->set_clock(next->start, next->dt, 0);
  summary_.wave().time.dt = std::max(summary_.wave().time.dt, next->dt);
  return true;
}

void TimeLoop::take_batch() {
  const long n =
      std::min({batch_, position_.interval.n_steps - position_.done, observers_.steps_until_due(position_)});
  integrator_->advance(n);
  op_.device.synchronise();
  const double seconds = clock_.mark("steps");
  summary_.cost.solve_seconds += seconds;
  position_.done += n;
  position_.steps += n;
  // Where other things end a batch, it would grow without bound.
  if (seconds < 0.1 && n == batch_) batch_ *= 2;
}

Outcome TimeLoop::stop_here(const std::string& reason) {
  std::filesystem::path file;
  observe([&] { file = observers_.observe_with_checkpoint(position_); });
  finish_writing();
  stopped_ = fmt::format("stopped by {} at t = {}, step {}; --restart goes on from {}", reason,
                         number_text(time()), position_.steps, file.string());
  say("{}", stopped_);
  return Outcome::interrupted;
}

template <class Look>
void TimeLoop::observe(const Look& look) {
  try {
    look();
  } catch (const BadState& bad) {
    give_up(bad.what());
  }
  summary_.cost.output_seconds += clock_.mark("waiting for output");
}

void TimeLoop::give_up(const std::string& what) {
  if (!observers_.has_good_state())
    throw std::runtime_error(what + " where it begins, at t = " + number_text(time()));
  const double found_at = time();
  position_ = observers_.go_back_to_good_state();
  begin_interval();
  std::string message = fmt::format("{} after the last good state at t = {}, step {}", what,
                                    number_text(time()), position_.steps);
  warn_of_failure([&] {
    message += ", which is in " + observers_.write_last_good(position_).string() + " and in a checkpoint";
  });
  const std::optional<StepRecord> steps = integrator_->record();
  const double dt = steps ? std::min(position_.interval.dt, steps->dt) : position_.interval.dt;
  throw std::runtime_error(message + growth_text(op_, *integrator_, dt) + "; " +
                           likely_cause(input_, op_, found_at, dt));
}

void TimeLoop::finish_writing() {
  observers_.finish_writing();
  summary_.cost.output_seconds += clock_.mark("waiting for output");
}

void TimeLoop::measure_spectra() {
  const std::filesystem::path& results = input_.output.directory;
  summary_.wave().spectra = write_spectra(input_, mesh_.dim, results);
  summary_.wave().forces = summarise_forces(input_, mesh_.dim);
  report_forces(summary_.wave().forces);
  summary_.wave().resonances = write_resonances(
      input_, mesh_.dim, results,
      {[](const std::string& text) { warn("{}", text); }, [](const std::string& text) { say("{}", text); }});
  summary_.cost.output_seconds += clock_.mark("spectra");
}

RunRecord TimeLoop::totals() const {
  RunRecord record;
  record.largest_dt = summary_.wave().time.dt;
  record.steps = integrator_->record();
  record.solve_seconds = summary_.cost.solve_seconds;
  record.output_seconds = summary_.cost.output_seconds;
  return record;
}

void TimeLoop::finish() {
  summary_.description = describe(input_, op_.discretization, op_.physics.n_fields, op_.device);
  summary_.wave().time.steps = position_.steps;
  summary_.wave().time.reached = time();
  if (const std::optional<StepRecord> steps = integrator_->record()) {
    summary_.wave().time.controlled = steps;
    summary_.wave().time.steps = steps->accepted;
    summary_.wave().time.dt = steps->largest_dt;
  }
  measure_throughput(op_, bound_, summary_.cost.solve_seconds, summary_.wave().time);
  attempt([&] {  // the device may be what failed, or a process that is gone
    summary_.description.parts = op_.wave->parts();
    summary_.cost.device_bytes = op_.device.memory();
  });
  attempt([&] { observers_.finish(summary_); });
  attempt([&] {
    if (summary_.outcome != Outcome::completed) return;
    std::vector<ResultTable>& tables = summary_.wave().tables;
    const std::vector<ResultTable> balances = write_balances(input_, op_, tables);
    tables.insert(tables.end(), balances.begin(), balances.end());
    check_what_is_left(input_, summary_);
  });
  attempt([&] { report_energy(summary_, op_, input_.wave(), observers_.energy_samples()); });
  attempt([&] { summary_.wave().waveforms = write_waveform_spectra(input_); });
  const auto write = [&] {
    if (failure_) summary_.outcome = Outcome::failed;
    write_results(input_, op_.discretization.mesh, summary_, observers_.energy_samples(), stopped_, clock_);
  };
  const bool went_well = !failure_;
  attempt(write);
  if (went_well && failure_) attempt(write);  // what was written says that the run is complete
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace dgsolve
