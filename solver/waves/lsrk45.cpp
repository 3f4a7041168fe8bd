#include "solver/waves/lsrk45.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dgsolve {
namespace {

constexpr Lsrk45::Coefficients in_double = {
    {0.0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0,
     -3550918686646.0 / 2091501179385.0, -1275806237668.0 / 842570457699.0},
    {1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0, 1720146321549.0 / 2090206949498.0,
     3134564353537.0 / 4481467310338.0, 2277821191437.0 / 14882151754819.0},
    {0.0, 1432997174477.0 / 9575080441755.0, 2526269341429.0 / 6820363962896.0,
     2006345519317.0 / 3224310063776.0, 2802321613138.0 / 2924317926251.0}};

/// Of all 2⁹ roundings the one with the least max(|ε|, 0.3 |R'(0) − 1|); the second term is the error of a
/// wave's speed.
constexpr Lsrk45::Coefficients in_single = {
    {0.0, -0x1.abeb7cp-2, -0x1.3130dcp+0, -0x1.b2a206p+0, -0x1.83a186p+0},
    {0x1.32806ep-3, 0x1.844fb6p-2, 0x1.a55a5ep-1, 0x1.661e5ep-1, 0x1.397616p-3},
    {in_double.c[0], in_double.c[1], in_double.c[2], in_double.c[3], in_double.c[4]}};

}  // namespace

const Lsrk45::Coefficients& Lsrk45::coefficients(Precision precision) {
  return precision == Precision::single ? in_single : in_double;
}

Lsrk45::Lsrk45(SpatialOperator& op, std::span<const double> initial)
    : device_(op.device),
      wave_(*op.wave),
      coefficients_(coefficients(op.device.precision())),
      n_dofs_(initial.size()),
      u_(wave_.allocate()),
      next_(wave_.allocate()),
      residual_(wave_.allocate()) {
  u_->upload(initial);
}

void Lsrk45::advance(double t, double dt, long n) {
  set_clock(t, dt, 0);
  advance(n);
}

void Lsrk45::set_clock(double t, double dt, long done) {
  wave_.set_clock(t, dt);
  wave_.advance_clock(done);
}

void Lsrk45::after_each_step(std::function<void(const WaveState&)> call) {
  after_step_ = std::move(call);
  for (std::unique_ptr<Recording>& recording : recordings_) recording.reset();
}

void Lsrk45::advance(long n) {
  std::unique_ptr<Recording>& recording = recordings_[steps_ % 2];
  if (n >= recorded_steps && !recording) recording = device_.record([this] { take_steps(recorded_steps); });
  steps_ += n;
  for (; n >= recorded_steps; n -= recorded_steps) recording->replay();
  if (n > 0) take_steps(n);
}

void Lsrk45::take_steps(long n) {
  const auto& [a, b, c] = coefficients_;
  for (long step = 0; step < n; ++step) {
    for (int i = 0; i < n_stages; ++i) {
      wave_.stage({a[i], b[i], c[i], step}, *u_, *residual_, *next_);
      std::swap(u_, next_);
    }
    if (after_step_) after_step_(*u_);
  }
  wave_.advance_clock(n);
}

void Lsrk45::download(std::span<double> state) const { u_->download(state); }

void Lsrk45::restore(std::span<const std::byte> raw) { u_->restore(raw); }

double Lsrk45::root_of_energy_put_in(double t, double dt, long n) {
  const std::unique_ptr<WaveState> zero = wave_.allocate();
  zero->upload(std::vector<double>(n_dofs_));
  double sum = 0;
  for (long i = 0; i <= n; ++i) {
    wave_.set_clock(t + static_cast<double>(i) * dt, 1);
    wave_.stage({0, 0, 0}, *zero, *residual_, *next_);  // between steps these hold nothing
    sum += dt * std::sqrt(wave_.energy(*residual_));
  }
  return sum;
}

void Lsrk45::keep() {
  if (!kept_) kept_ = wave_.allocate();
  kept_->assign(*u_);
}

void Lsrk45::go_back() {
  if (!kept_) throw std::logic_error("no state was kept to go back to");
  u_->assign(*kept_);
}

}  // namespace dgsolve
