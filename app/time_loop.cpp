#include "app/time_loop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "app/log.hpp"
#include "io/files.hpp"
#include "solver/diagnostics.hpp"
#include "solver/time_step.hpp"

namespace dgsolve {
namespace {

/// Multiples of `every` up to `final`, `final` included; round-off makes no sliver of an interval.
std::vector<double> output_times(double every, double final) {
  std::vector<double> times;
  for (long i = 1; static_cast<double>(i) * every < final * (1 - 1e-9); ++i)
    times.push_back(static_cast<double>(i) * every);
  times.push_back(final);
  return times;
}

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

TimeLoop::TimeLoop(const Case& input, SpatialOperator& op, double dt)
    : input_(input),
      op_(op),
      dt_(dt),
      lossless_(!takes_energy_in(input.wave) && op.physics.linear && !op.physics.nodal_coefficients),
      output_times_(output_times(input.output.fields ? input.output.fields->every : input.time.final,
                                 input.time.final)),
      progress_(input.time.final, dofs_per_step(op)),
      probes_(input.output.probes, op.discretization, op.physics.info.fields) {}

long TimeLoop::n_steps() const {
  long n = 0;
  double from = 0;
  for (const double target : output_times_) {
    n += divide_interval(target - from, dt_).n;
    from = target;
  }
  return n;
}

Summary TimeLoop::run(std::span<const double> initial, double setup_seconds) {
  start(initial);
  try {
    write_output();
    for (const double target : output_times_) {
      advance_to(target);
      write_output();
    }
    if (!input_.wave.exact.empty()) {
      integrator_->download(state_);
      summary_.errors = errors(op_, input_.wave.exact, time_, state_);
    }
  } catch (const std::exception&) {
    finish(setup_seconds, Outcome::failed);
    throw;
  }
  finish(setup_seconds, Outcome::completed);
  return summary_;
}

void TimeLoop::start(std::span<const double> initial) {
  state_.assign(initial.begin(), initial.end());
  integrator_ = std::make_unique<Lsrk45>(op_, state_);
  const std::filesystem::path& directory = input_.output.directory;
  make_folder(directory);
  // An older run's summary must not speak for this one, should it be killed.
  std::filesystem::remove(directory / "summary.json");
  const EquationInfo& equation = op_.physics.info;
  const std::vector<std::string> no_units(equation.fields.size(), "1");
  if (input_.output.fields)
    fields_ = make_writer({*input_.output.fields, directory, op_.discretization, equation.fields,
                           input_.si ? equation.field_units : no_units});
  probes_.open(directory);
  wall_ = {};
}

void TimeLoop::advance_to(double target) {
  const double from = time_;
  const Steps steps = divide_interval(target - from, dt_);
  summary_.dt = std::max(summary_.dt, steps.dt);
  long done = 0;
  while (done < steps.n) {
    const long n = std::min(batch_, steps.n - done);
    const Stopwatch stopwatch;
    if (done == 0)
      integrator_->advance(from, steps.dt, n);
    else
      integrator_->advance(n);
    op_.backend.synchronise();
    const double seconds = stopwatch.seconds();
    summary_.solve_seconds += seconds;
    done += n;
    summary_.steps += n;
    time_ = done == steps.n ? target : from + static_cast<double>(done) * steps.dt;
    if (!probes_.empty()) {
      const Stopwatch output;
      probes_.sample(op_.backend, integrator_->state(), time_);
      summary_.output_seconds += output.seconds();
    } else if (seconds < 0.1) {
      batch_ *= 2;
    }
    show_progress(progress_.line({time_, summary_.steps, wall_.seconds(), summary_.energy_final}));
    if (done < steps.n && line_is_due()) observe();
  }
}

bool TimeLoop::line_is_due() const {
  const double final = input_.time.final;
  return time_ == 0 || time_ >= final || time_ >= last_line_ + 0.0999 * final;
}

void TimeLoop::observe() {
  const Stopwatch stopwatch;
  summary_.energy_final = op_.backend.energy(integrator_->state());
  if (!summary_.energy_initial) summary_.energy_initial = summary_.energy_final;
  summary_.output_seconds += stopwatch.seconds();
  check_energy();
  if (!line_is_due()) return;
  last_line_ = time_;
  say("%s", progress_.line({time_, summary_.steps, wall_.seconds(), summary_.energy_final}).c_str());
}

void TimeLoop::write_output() {
  observe();
  const Stopwatch stopwatch;
  if (time_ == 0 && !probes_.empty()) probes_.sample(op_.backend, integrator_->state(), 0);
  if (fields_) {
    integrator_->download(state_);
    fields_->write({time_, summary_.steps, state_});
  }
  summary_.output_seconds += stopwatch.seconds();
}

void TimeLoop::check_energy() const {
  const double initial = *summary_.energy_initial, now = *summary_.energy_final;
  const std::string at = " at t = " + number(time_) + ", step " + std::to_string(summary_.steps);
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
  summary_.time = time_;
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
