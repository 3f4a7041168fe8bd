/// A measure of a state on a GPU (kernels/waves/state_measures.hpp).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "kernels/cuda/waves/device/device_stage.hpp"

namespace dgsolve::cuda {

class StateReduction {
 public:
  /// Loads the sum's own text, where it has one, for the stage's variant. Keeps references.
  StateReduction(StateMeasure which, DeviceStage& stage, Launcher& launcher);

  /// Loads the kernels, so that `start` may be recorded.
  void prepare();
  /// state: in the form of the stage's kernels. Does not wait; `sums` holds once the launcher is done.
  void start(const void* state, double t);
  ReducedCells sums() const { return {stage_.plan().measure_launches(which_), sums_.data(), which_}; }

 private:
  const StateMeasure which_;
  const int n_values_;
  DeviceStage& stage_;
  /// Of the own text; none where the kernels are the stage's.
  std::vector<std::unique_ptr<KernelModule>> modules_;
  std::optional<PinnedArray<Clock>> clock_;  ///< of a sum that reads surroundings
  const PinnedArray<double> sums_;           ///< [launch][block][value]
};

}  // namespace dgsolve::cuda
