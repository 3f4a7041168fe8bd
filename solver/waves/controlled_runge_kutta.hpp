/// Runge–Kutta steps whose size follows from their errors, by a scheme with an embedded formula.
///
/// Samples stand at equal steps, as those of RungeKutta do. Between two of them there are as many steps as
/// their errors ask for, at least one, which the device accepts and rejects by itself. The host looks once
/// so many were tried as should suffice.
#pragma once

#include "solver/waves/runge_kutta.hpp"

namespace dgsolve {

class ControlledRungeKutta : public RungeKutta {
 public:
  /// final: the end of the run, by which its errors may have added up to `tolerance`. Throws
  /// std::invalid_argument where the operator's scheme has no embedded formula.
  ControlledRungeKutta(SpatialOperator& op, const InitialState& initial, double tolerance, double final);

  using Integrator::advance;
  /// Throws std::runtime_error where steps become too small.
  void advance(long n) override;
  void set_clock(double t, double dt, long done) override;
  void keep() override;
  void go_back() override;
  std::optional<StepRecord> record() const override { return control_; }
  void go_on(const StepRecord& record) override { static_cast<StepRecord&>(control_) = record; }

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
