/// The powers in a state on a GPU: kernels of their own, beside a stage's, so that only runs that ask for
/// powers compile them.
#pragma once

#include <string>

#include "kernels/cuda/waves/device_stage.hpp"
#include "kernels/waves/powers.hpp"

namespace dgsolve::cuda {

class PowerReduction {
 public:
  /// cubin: of the plan's powers_text for the stage's variant. Keeps references to the other two.
  PowerReduction(DeviceStage& stage, Stream& stream, const std::string& cubin);

  /// state: in the form of the stage's kernels.
  Powers measure(const void* state, double t);

 private:
  DeviceStage& stage_;
  Stream& stream_;
  const KernelLibrary library_;
  // Where both sides reach them.
  const PinnedBuffer clock_, sums_;
};

}  // namespace dgsolve::cuda
