/// Decides on steps on a GPU: of a whole problem, or with others, each of a part.
#pragma once

#include <optional>

#include "kernels/cuda/waves/device/part_step_controller.hpp"
#include "kernels/cuda/waves/device/state_reduction.hpp"

namespace dgsolve::cuda {

class GpuStepController : public StepController, public PartStepController {
 public:
  /// Keeps references.
  GpuStepController(DeviceStage& stage, Launcher& launcher, StepRule rule, const ErrorWeights& weights);

  void set(const StepControl& control) override;
  StepControl control() const override;
  void end_step(const WaveState& first, const WaveState& before, WaveState& u, WaveState& estimate) override;

  void start_measures(const WaveState& first, const WaveState& before, const WaveState& u,
                      WaveState& estimate) override;
  StepMeasures sums() override;
  void end_step(double of_state, double of_error, const WaveState& first, WaveState& u) override;

 private:
  KernelLaunch on_values(const char* kernel) const;
  void decide(const StepEnd& end, const WaveState& first, WaveState& u);

  const DeviceStage& stage_;
  Launcher& launcher_;
  const StepRule rule_;
  const ErrorWeights weights_;
  const long long n_values_;
  StateReduction of_state_;
  std::optional<StateReduction> of_error_;
  const Array<StepControl> control_;  ///< one
  const Array<unsigned char> ends_chunk_;
};

}  // namespace dgsolve::cuda
