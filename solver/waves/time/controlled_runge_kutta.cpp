#include "solver/waves/time/controlled_runge_kutta.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// Of the distance of samples, the smallest step that is tried.
constexpr double least_share = 1e-10;

using MakeIntegrator = std::unique_ptr<Integrator> (*)(SpatialOperator&, const InitialState&,
                                                       const TimeOptions&);

/// How the size of steps is chosen.
struct Controller {
  bool (*is_wanted)(const SpatialOperator&, const TimeOptions&);
  MakeIntegrator make;
};
/// The first one that is wanted takes the run.
constexpr Controller controllers[] = {
    // by their errors
    {[](const SpatialOperator&, const TimeOptions& time) { return time.tolerance.has_value(); },
     [](SpatialOperator& op, const InitialState& initial,
        const TimeOptions& time) -> std::unique_ptr<Integrator> {
       return std::make_unique<ControlledRungeKutta>(op, initial,
                                                     control_by_errors(op, *time.tolerance, time.final));
     }},
    // by the state
    {[](const SpatialOperator& op, const TimeOptions&) { return !op.physics.info.linear; },
     [](SpatialOperator& op, const InitialState& initial,
        const TimeOptions& time) -> std::unique_ptr<Integrator> {
       return std::make_unique<ControlledRungeKutta>(op, initial, control_by_state(op, time.cfl));
     }},
    // equal ones
    {[](const SpatialOperator&, const TimeOptions&) { return true; },
     [](SpatialOperator& op, const InitialState& initial, const TimeOptions&) {
       return make_integrator(op, initial);
     }},
};

}  // namespace

StepControl control_by_state(const SpatialOperator& op, double cfl) {
  if (op.physics.info.linear)
    throw std::logic_error("no state changes the speeds of " + op.physics.info.equation);
  StepControl control;
  control.rule = StepRule::state;
  control.cfl = cfl;
  control.limits = op.shocks != ShockMethod::none;
  return control;
}

StepControl control_by_errors(const SpatialOperator& op, double tolerance, double final) {
  if (!op.scheme.embedded)
    throw std::invalid_argument("the scheme " + op.scheme.name +
                                " does not estimate errors; expected one of " +
                                listed(embedded_scheme_names()));
  StepControl control;
  if (op.physics.info.primitive) control.rule = StepRule::relative_error;
  control.tolerance = tolerance;
  control.final = final;
  control.power = op.scheme.embedded->order + 1;
  return control;
}

ControlledRungeKutta::ControlledRungeKutta(SpatialOperator& op, const InitialState& initial,
                                           const StepControl& control)
    : RungeKutta(op, initial),
      controller_(wave_.step_controller(control.rule,
                                        op.scheme.embedded ? op.scheme.embedded->error : ErrorWeights{},
                                        op.physics.relative_size)),
      control_(control) {
  if (!u0_) u0_ = wave_.allocate();
}

void ControlledRungeKutta::set_clock(double t, double dt, long done) {
  RungeKutta::set_clock(t, dt, done);
  samples_ = {t, dt, done};
  control_.least = least_share * dt;
  if (control_.rule == StepRule::state)
    control_.follow(wave_.step_rate(*u_));
  else if (control_.dt == 0)
    control_.dt = dt;
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
    for (auto i = static_cast<long>(std::min(control_.steps_left(), most)); i > 0; --i) try_step();
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
  std::swap(u_, stages_.size() % 2 == 0 ? u0_ : next_);
  ++steps_;
}

/// Stages take turns with two arrays, so that the first state is there when the step is not kept.
void ControlledRungeKutta::compute_step() const {
  WaveState *from = u_.get(), *to = next_.get(), *other = u0_.get();
  for (Stage stage : stages_) {
    stage.u0 = u_.get();
    wave_.stage(stage, *from, *residual_, *to);
    from = to;
    std::swap(to, other);
  }
  controller_->end_step(*u_, *to, *from, *residual_);  // `to`: what the last stage read
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
  const std::string at = "at t = " + number_text(control_.time) + ", after " +
                         std::to_string(control_.accepted) + " accepted and " +
                         std::to_string(control_.rejected) + " rejected steps, ";
  switch (control_.rule) {
    case StepRule::state:
      if (control_.rejected_in_a_row > 0)
        throw std::runtime_error(
            "shocks: " + at + std::to_string(control_.rejected_in_a_row) +
            " steps in a row, the last one of " + number_text(2 * control_.dt) +
            ", left a cell whose mean is not admissible: does a boundary's data jump, or is the mesh far too "
            "coarse?");
      throw std::runtime_error(at + "the fastest wave of the state lets a step take " +
                               number_text(control_.dt) +
                               " only: does the solution grow without bound, or does it have a shock?");
    case StepRule::relative_error:
      throw std::runtime_error(
          "time.tolerance: " + at + std::to_string(control_.rejected_in_a_row) +
          " steps in a row, the last one of less than " + number_text(control_.dt / 0.2) +
          ", changed the state by an error above " + number_text(control_.tolerance) +
          " of it: does the solution grow without bound, has it a shock, does a boundary's data jump in "
          "time, or is the tolerance below the rounding of the precision?");
    case StepRule::error:
      break;
  }
  const double allowed = control_.tolerance * std::sqrt(control_.largest_energy);
  throw std::runtime_error("time.tolerance: " + at + "even a step of " + number_text(control_.dt) +
                           " has too large an error. So far errors add up to " + number_text(control_.spent) +
                           " of " + number_text(allowed) +
                           " that the whole run may have (roots of the energy): is the tolerance below the "
                           "rounding of the precision, or does a source or a boundary's data jump in time?");
}

std::unique_ptr<Integrator> make_integrator(SpatialOperator& op, const InitialState& initial,
                                            const TimeOptions& options) {
  return std::ranges::find_if(controllers,
                              [&](const Controller& controller) { return controller.is_wanted(op, options); })
      ->make(op, initial, options);
}

}  // namespace dgsolve
