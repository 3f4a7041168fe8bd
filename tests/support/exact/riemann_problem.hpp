/// The exact solution of the Riemann problem of a perfect gas in one dimension (Toro, Riemann Solvers and
/// Numerical Methods for Fluid Dynamics, Springer 2009, chapter 4), where no vacuum appears.
#pragma once

#include <algorithm>
#include <cmath>

namespace dgsolve::test {

/// ρ, u, p.
struct GasState {
  double rho, u, p;
};

class RiemannProblem {
 public:
  RiemannProblem(const GasState& left, const GasState& right, double gamma = 1.4)
      : left_(left), right_(right), gamma_(gamma) {
    for (int i = 0; i < 100; ++i) {
      const double f = change(left_, p_) + change(right_, p_) + right_.u - left_.u;
      const double slope =
          (change(left_, 1.0001 * p_) + change(right_, 1.0001 * p_) + right_.u - left_.u - f) / (0.0001 * p_);
      p_ = std::max(1e-3 * p_, p_ - f / slope);
    }
    u_ = (left_.u + right_.u + change(right_, p_) - change(left_, p_)) / 2;
  }

  /// The state at x/t.
  GasState at(double speed) const {
    return speed < u_ ? behind(left_, speed, 1) : mirrored(behind(mirrored(right_), -speed, -1));
  }
  double star_pressure() const { return p_; }
  double star_speed() const { return u_; }

 private:
  static GasState mirrored(GasState state) { return {state.rho, -state.u, state.p}; }
  double sound(const GasState& state) const { return std::sqrt(gamma_ * state.p / state.rho); }

  /// Of the velocity across the wave that leads from a state to the pressure p.
  double change(const GasState& state, double p) const {
    const double A = 2 / ((gamma_ + 1) * state.rho), B = (gamma_ - 1) / (gamma_ + 1) * state.p;
    if (p > state.p) return (p - state.p) * std::sqrt(A / (p + B));
    return 2 * sound(state) / (gamma_ - 1) * (std::pow(p / state.p, (gamma_ - 1) / (2 * gamma_)) - 1);
  }

  /// Left of the contact, which moves to the right with side · u_.
  GasState behind(const GasState& state, double speed, double side) const {
    const double u = side * u_, g = gamma_, c = sound(state), ratio = p_ / state.p;
    if (p_ > state.p) {
      const double shock = state.u - c * std::sqrt((g + 1) / (2 * g) * ratio + (g - 1) / (2 * g));
      if (speed < shock) return state;
      const double k = (g - 1) / (g + 1);
      return {state.rho * (ratio + k) / (k * ratio + 1), u, p_};
    }
    if (speed < state.u - c) return state;
    const double star_sound = c * std::pow(ratio, (g - 1) / (2 * g));
    if (speed > u - star_sound) return {state.rho * std::pow(ratio, 1 / g), u, p_};
    const double in_fan = 2 / (g + 1) * (c + (g - 1) / 2 * (state.u - speed)) / c;
    return {state.rho * std::pow(in_fan, 2 / (g - 1)), 2 / (g + 1) * (c + (g - 1) / 2 * state.u + speed),
            state.p * std::pow(in_fan, 2 * g / (g - 1))};
  }

  const GasState left_, right_;
  const double gamma_;
  double p_ = 0.5 * (left_.p + right_.p), u_ = 0;
};

}  // namespace dgsolve::test
