/// A stage plan on a GPU: its kernels loaded, its tables in the GPU's memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/runtime.hpp"
#include "kernels/cuda/stage_plan.hpp"

namespace dgsolve::cuda {

class DeviceStage {
 public:
  /// cubin: of the plan's kernel text. Keeps a reference to the stream. Loads the kernels that may be
  /// recorded: a stream that records cannot.
  DeviceStage(std::unique_ptr<StagePlan> plan, const std::string& cubin, Stream& stream);

  const StagePlan& plan() const { return *plan_; }
  std::size_t table_bytes() const;

  /// The kernels' arguments with these arrays, null where a kernel reads or writes none of the kind.
  StageArguments<void> arguments(const void* u, void* residual, void* u_next) const;
  /// `second`: address of the kernel's second parameter, null where it takes none.
  void launch(const StagePlan::Launch& launch, StageArguments<void> arguments, void* second = nullptr);

  void set_clock(Clock clock);
  void advance_clock(long long steps);
  void run(const Stage& stage, const void* u, void* residual, void* u_next);

 private:
  const std::unique_ptr<StagePlan> plan_;
  const KernelLibrary library_;
  Stream& stream_;
  std::vector<DeviceBuffer> tables_;
  StageArguments<void> arguments_;  ///< without the stage's scalars and arrays
};

}  // namespace dgsolve::cuda
