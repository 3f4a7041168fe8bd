/// The powers in a state on a GPU: kernels of their own, beside a stage's, so that only runs that ask for
/// powers compile them.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/device/device_stage.hpp"
#include "kernels/waves/powers.hpp"

namespace dgsolve::cuda {

class PowerReduction {
 public:
  /// Loads the plan's powers_text, module by module, for the stage's variant. Keeps references.
  PowerReduction(DeviceStage& stage, Launcher& launcher);

  /// state: in the form of the stage's kernels.
  Powers measure(const void* state, double t);

 private:
  DeviceStage& stage_;
  Launcher& launcher_;
  std::vector<std::unique_ptr<KernelModule>> modules_;
  const PinnedArray<Clock> clock_;
  const PinnedArray<Powers> sums_;
};

}  // namespace dgsolve::cuda
