#include "solver/waves/time/runge_kutta.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dgsolve {

RungeKutta::RungeKutta(SpatialOperator& op, const InitialState& initial)
    : device_(op.device),
      wave_(*op.wave),
      stages_(op.scheme.stages(op.device.precision())),
      u_(wave_.allocate()),
      next_(wave_.allocate()),
      residual_(wave_.allocate()),
      u0_(op.scheme.form == StageForm::general ? wave_.allocate() : nullptr),
      circuits_(op) {
  initial(*u_);
}

void RungeKutta::set_clock(double t, double dt, long done) {
  wave_.set_clock(t, dt);
  wave_.advance_clock(done);
}

void RungeKutta::after_each_step(AfterStep call) {
  after_step_.push_back(std::move(call));
  for (std::unique_ptr<Recording>& recording : recordings_) recording.reset();
}

void RungeKutta::advance(long n) {
  std::unique_ptr<Recording>& recording = recordings_[steps_ % 2];
  if (n >= recorded_steps && !recording) recording = device_.record([this] { take_steps(recorded_steps); });
  steps_ += n;
  for (; n >= recorded_steps; n -= recorded_steps) recording->replay();
  if (n > 0) take_steps(n);
}

void RungeKutta::take_steps(long n) {
  for (long step = 0; step < n; ++step) {
    const WaveState* const first = u_.get();
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      Stage stage = stages_[i];
      stage.step = step;
      if (u0_) stage.u0 = first;
      // The last stage puts the new state in the place of u0, which no neighbour reads.
      std::unique_ptr<WaveState>& to = u0_ && i + 1 == stages_.size() ? u0_ : next_;
      wave_.stage(stage, *u_, *residual_, *to);
      std::swap(u_, to);
      if (u0_ && i == 0) std::swap(next_, u0_);  // where the first stage's u now is
    }
    for (const AfterStep& call : after_step_) call(*u_, step);
  }
  wave_.advance_clock(n);
}

double RungeKutta::root_of_energy_put_in(double t, double dt, long n) {
  const std::unique_ptr<WaveState> zero = wave_.allocate();
  double sum = 0;
  for (long i = 0; i <= n; ++i) {
    wave_.set_clock(t + static_cast<double>(i) * dt, 1);
    wave_.stage({0, 0, 0}, *zero, *residual_, *next_);  // between steps these hold nothing
    sum += dt * std::sqrt(wave_.energy(*residual_) + circuits_.in(*residual_));
  }
  return sum;
}

void RungeKutta::keep() {
  if (!kept_) kept_ = wave_.allocate();
  kept_->assign(*u_);
}

void RungeKutta::go_back() {
  if (!kept_) throw std::logic_error("no state was kept to go back to");
  u_->assign(*kept_);
}

std::unique_ptr<Integrator> make_integrator(SpatialOperator& op, const InitialState& initial) {
  return std::make_unique<RungeKutta>(op, initial);
}

}  // namespace dgsolve
