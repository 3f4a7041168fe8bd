/// Runge–Kutta steps whose size the device chooses (kernels/waves/step_control.hpp).
///
/// Samples stand at equal steps, as those of RungeKutta do. Between two of them there are as many steps as
/// the rule asks for, at least one, which the device accepts and rejects by itself. The host looks once so
/// many were tried as should suffice.
#pragma once

#include "solver/waves/time/runge_kutta.hpp"

namespace dgsolve {

/// Steps with a CFL number in the state that each begins with. Throws std::logic_error where speeds do not
/// depend on the state: such steps are equal.
StepControl control_by_state(const SpatialOperator& op, double cfl);
/// Steps whose errors have added up to `tolerance` by the time `final` at most or, where no energy is a
/// square of the state, are at most `tolerance` of the state each. Throws std::invalid_argument where the
/// operator's scheme has no embedded formula.
StepControl control_by_errors(const SpatialOperator& op, double tolerance, double final);

class ControlledRungeKutta : public RungeKutta {
 public:
  ControlledRungeKutta(SpatialOperator& op, const InitialState& initial, const StepControl& control);

  using Integrator::advance;
  /// Throws std::runtime_error where steps become too small.
  void advance(long n) override;
  void set_clock(double t, double dt, long done) override;
  void keep() override;
  void go_back() override;
  std::optional<StepRecord> record() const override { return control_; }
  void go_on(const StepRecord& record) override { control_.go_on(record); }

 private:
  void reach_next_sample();
  void try_step();
  void compute_step() const;
  [[noreturn]] void give_up() const;

  const std::unique_ptr<StepController> controller_;
  StepControl control_;
  StepRecord kept_record_;
  Clock samples_{};
};

}  // namespace dgsolve
