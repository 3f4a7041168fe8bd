/// The powers in a state on a GPU: kernels of their own, beside a stage's, so that only runs that ask for
/// powers compile them.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "kernels/cuda/waves/device/device_stage.hpp"

namespace dgsolve::cuda {

class PowerReduction {
 public:
  /// Loads the plan's powers_text, module by module, for the stage's variant. Keeps references.
  PowerReduction(DeviceStage& stage, Launcher& launcher);

  /// state: in the form of the stage's kernels. Does not wait; `sums` holds once the launcher is done.
  void start(const void* state, double t);
  ReducedCells<Powers> sums() const { return {stage_.plan().power_launches(), sums_.data()}; }

 private:
  DeviceStage& stage_;
  std::vector<std::unique_ptr<KernelModule>> modules_;
  const PinnedArray<Clock> clock_;
  const PinnedArray<Powers> sums_;
};

}  // namespace dgsolve::cuda
