#include "solver/waves/controlled_runge_kutta.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// Of the distance of samples, the smallest step that is tried.
constexpr double least_share = 1e-10;

const EmbeddedFormula& embedded_in(const Scheme& scheme) {
  if (!scheme.embedded)
    throw std::invalid_argument("the scheme " + scheme.name + " does not estimate errors; expected one of " +
                                listed(embedded_scheme_names()));
  return *scheme.embedded;
}

}  // namespace

ControlledRungeKutta::ControlledRungeKutta(SpatialOperator& op, const InitialState& initial, double tolerance,
                                           double final)
    : RungeKutta(op, initial), controller_(wave_.step_controller(embedded_in(op.scheme).error)) {
  control_.tolerance = tolerance;
  control_.final = final;
  control_.power = op.scheme.embedded->order + 1;
}

void ControlledRungeKutta::set_clock(double t, double dt, long done) {
  RungeKutta::set_clock(t, dt, done);
  samples_ = {t, dt, done};
  control_.least = least_share * dt;
  if (control_.dt == 0) control_.dt = dt;
}

void ControlledRungeKutta::advance(long n) {
  for (; n > 0; --n) {
    reach_next_sample();
    ++samples_.steps;
    RungeKutta::set_clock(samples_.start, samples_.dt, samples_.steps);  // which samples go by
    for (const AfterStep& call : after_step_) call(*u_, -1);
  }
}

void ControlledRungeKutta::reach_next_sample() {
  control_.time = samples_.time(0, 0);
  control_.target = samples_.time(1, 0);
  controller_->set(control_);
  while (control_.time != control_.target) {
    constexpr double most = 64;  // steps between looks
    const double n = std::ceil((control_.target - control_.time) / control_.dt);
    for (auto i = static_cast<long>(std::min(n, most)); i > 0; --i) try_step();
    control_ = controller_->control();
    if (control_.gave_up()) give_up();
  }
}

void ControlledRungeKutta::try_step() {
  if (controller_->may_be_recorded()) {
    std::unique_ptr<Recording>& recording = recordings_[steps_ % 2];
    if (!recording) recording = device_.record([this] { compute_step(); });
    recording->replay();
  } else {
    compute_step();
  }
  std::swap(u_, u0_);
  ++steps_;
}

/// Stages take turns with two arrays, so that the first state is there when the step is rejected. The last
/// one writes u0_.
void ControlledRungeKutta::compute_step() const {
  WaveState *from = u_.get(), *to = next_.get(), *other = u0_.get();
  for (Stage stage : stages_) {
    stage.u0 = u_.get();
    wave_.stage(stage, *from, *residual_, *to);
    from = to;
    std::swap(to, other);
  }
  controller_->end_step(*u_, *next_, *u0_, *residual_);
}

void ControlledRungeKutta::keep() {
  RungeKutta::keep();
  kept_record_ = control_;
}

void ControlledRungeKutta::go_back() {
  RungeKutta::go_back();
  go_on(kept_record_);
}

void ControlledRungeKutta::give_up() const {
  const double allowed = control_.tolerance * std::sqrt(control_.largest_energy);
  throw std::runtime_error(
      "time.tolerance: at t = " + number_text(control_.time) + ", after " +
      std::to_string(control_.accepted) + " accepted and " + std::to_string(control_.rejected) +
      " rejected steps, even a step of " + number_text(control_.dt) +
      " has too large an error. So far errors add up to " + number_text(control_.spent) + " of " +
      number_text(allowed) +
      " that the whole run may have (roots of the energy): is the tolerance below the rounding of the "
      "precision, or does a source or a boundary's data jump in time?");
}

std::unique_ptr<Integrator> make_integrator(SpatialOperator& op, const InitialState& initial,
                                            const TimeOptions& options) {
  if (!options.tolerance) return make_integrator(op, initial);
  return std::make_unique<ControlledRungeKutta>(op, initial, *options.tolerance, options.final);
}

}  // namespace dgsolve
