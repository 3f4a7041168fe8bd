/// States between host and device: kernels turn them into canonical values and back
/// (kernels/cuda/transfer.cuh), a piece at a time, in host memory that both sides reach. One half of it is
/// filled while the other is read.
#pragma once

#include <span>

#include "kernels/cuda/device_stage.hpp"

namespace dgsolve::cuda {

class StateTransfer {
 public:
  /// Keeps references to both.
  StateTransfer(DeviceStage& stage, Stream& stream);

  // state: in the form of the stage's kernels; the rest as in Backend.
  void upload(std::span<const double> canonical, void* state);
  void download(const void* state, std::span<double> canonical);
  void sample(const void* state, std::span<const int> elements, std::span<const double> weights,
              std::span<double> values);
  double energy(const void* state);

 private:
  struct Half {
    std::byte* memory;
    Event used;  ///< by the GPU
  };

  DeviceStage& stage_;
  const StagePlan& plan_;
  Stream& stream_;
  const std::size_t half_bytes_;
  const PinnedBuffer staging_;
  Half halves_[2];
};

}  // namespace dgsolve::cuda
