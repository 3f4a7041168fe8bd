/// States between host and device: kernels turn them into canonical values and back
/// (kernels/cuda/transfer.cuh), a piece at a time, in host memory that both sides reach. One half of it is
/// filled while the other is read.
#pragma once

#include <span>

#include "kernels/cuda/runtime.hpp"
#include "kernels/cuda/stage_plan.hpp"

namespace dgsolve::cuda {

class StateTransfer {
 public:
  /// `library`: of the plan's kernel text. Keeps references to plan and stream.
  StateTransfer(const StagePlan& plan, const KernelLibrary& library, Stream& stream);

  /// canonical: [K][n_fields][Np], to arguments.u_next.
  void upload(std::span<const double> canonical, StageArguments<void> arguments);
  /// From arguments.u.
  void download(StageArguments<void> arguments, std::span<double> canonical);
  /// As Backend::sample, from arguments.u.
  void sample(StageArguments<void> arguments, std::span<const int> elements, std::span<const double> weights,
              std::span<double> values);

 private:
  struct Half {
    std::byte* memory;
    Event used;  ///< by the GPU
  };

  void launch(cudaKernel_t kernel, const StagePlan::Launch& launch, StageArguments<void>& arguments,
              void* second);

  const StagePlan& plan_;
  Stream& stream_;
  const cudaKernel_t import_, export_, sample_;
  const std::size_t half_bytes_;
  const PinnedBuffer staging_;
  Half halves_[2];
};

}  // namespace dgsolve::cuda
