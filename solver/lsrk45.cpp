#include "solver/lsrk45.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dgsolve {

Lsrk45::Lsrk45(SpatialOperator& op, std::span<const double> initial)
    : backend_(op.backend),
      n_dofs_(initial.size()),
      u_(backend_.allocate()),
      next_(backend_.allocate()),
      residual_(backend_.allocate()) {
  backend_.upload(initial, *u_);
}

void Lsrk45::advance(double t, double dt, long n) {
  set_clock(t, dt, 0);
  advance(n);
}

void Lsrk45::set_clock(double t, double dt, long done) {
  backend_.set_clock(t, dt);
  backend_.advance_clock(done);
}

void Lsrk45::advance(long n) {
  std::unique_ptr<Recording>& recording = recordings_[steps_ % 2];
  if (n >= recorded_steps && !recording) recording = backend_.record([this] { take_steps(recorded_steps); });
  steps_ += n;
  for (; n >= recorded_steps; n -= recorded_steps) recording->replay();
  if (n > 0) take_steps(n);
}

void Lsrk45::take_steps(long n) {
  for (long step = 0; step < n; ++step)
    for (int i = 0; i < n_stages; ++i) {
      backend_.stage({a[i], b[i], c[i], step}, *u_, *residual_, *next_);
      std::swap(u_, next_);
    }
  backend_.advance_clock(n);
}

void Lsrk45::download(std::span<double> state) const { backend_.download(*u_, state); }

void Lsrk45::restore(std::span<const std::byte> raw) { backend_.restore(raw, *u_); }

double Lsrk45::root_of_energy_put_in(double t, double dt, long n) {
  const std::unique_ptr<DeviceArray> zero = backend_.allocate();
  backend_.upload(std::vector<double>(n_dofs_), *zero);
  double sum = 0;
  for (long i = 0; i <= n; ++i) {
    backend_.set_clock(t + static_cast<double>(i) * dt, 1);
    backend_.stage({0, 0, 0}, *zero, *residual_, *next_);  // between steps these hold nothing
    sum += dt * std::sqrt(backend_.energy(*residual_));
  }
  return sum;
}

void Lsrk45::keep() {
  if (!kept_) kept_ = backend_.allocate();
  backend_.copy(*u_, *kept_);
}

void Lsrk45::go_back() {
  if (!kept_) throw std::logic_error("no state was kept to go back to");
  backend_.copy(*kept_, *u_);
}

}  // namespace dgsolve
