/// Explicit Runge–Kutta steps by a row of the table of schemes.
#pragma once

#include "solver/waves/time/circuit_energy.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class RungeKutta : public Integrator {
 public:
  /// By the operator's scheme.
  RungeKutta(SpatialOperator& op, const InitialState& initial);
  /// From a canonical state.
  RungeKutta(SpatialOperator& op, std::span<const double> initial)
      : RungeKutta(op, [&](WaveState& u) { u.upload(initial); }) {}

  using Integrator::advance;
  void advance(long n) override;
  void after_each_step(AfterStep call) override;
  void set_clock(double t, double dt, long done) override;
  const WaveState& state() const override { return *u_; }
  void keep() override;
  void go_back() override;
  double root_of_energy_put_in(double t, double dt, long n) override;

 protected:
  Device& device_;
  WaveOperator& wave_;
  const std::vector<Stage> stages_;
  std::unique_ptr<WaveState> u_, next_, residual_;
  std::unique_ptr<WaveState> u0_;  ///< during a step its first state; null for 2N storage, which reads none
  std::unique_ptr<Recording> recordings_[2];  ///< after an even and after an odd number of steps
  std::vector<AfterStep> after_step_;
  long steps_ = 0;  ///< taken since the initial state

 private:
  /// Steps in one recording: many, so that launches cost little, and an even number: an odd number of steps
  /// may leave two of the arrays exchanged.
  static constexpr long recorded_steps = 16;

  void take_steps(long n);

  CircuitEnergy circuits_;
  std::unique_ptr<WaveState> kept_;  ///< null until there is one
};

}  // namespace dgsolve
