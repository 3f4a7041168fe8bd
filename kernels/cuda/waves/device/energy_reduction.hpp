/// The energy of a state on a GPU.
#pragma once

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "kernels/cuda/waves/device/device_stage.hpp"

namespace dgsolve::cuda {

class EnergyReduction {
 public:
  /// Keeps a reference.
  explicit EnergyReduction(const DeviceStage& stage, Gpu& gpu)
      : stage_(stage), sums_(gpu, n_sums(stage.plan().energy_launches()), "energies") {}

  /// state: in the form of the stage's kernels. Does not wait; `sums` holds once the launcher of stages is
  /// done.
  void start(const void* state) {
    double* sums = sums_.data();
    for (const StagePlan::Reduction& reduction : stage_.plan().energy_launches()) {
      stage_.launch(reduction.launch, stage_.arguments(state, nullptr, nullptr),
                    EnergySums{sums, reduction.chunks});
      sums += reduction.launch.kernel.blocks;
    }
  }
  ReducedCells<double> sums() const { return {stage_.plan().energy_launches(), sums_.data()}; }

 private:
  const DeviceStage& stage_;
  const PinnedArray<double> sums_;
};

}  // namespace dgsolve::cuda
