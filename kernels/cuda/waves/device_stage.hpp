/// A stage plan on a GPU: its tables in the GPU's memory, and the kernels of one of its variants.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/runtime/runtime.hpp"
#include "kernels/cuda/waves/stage_plan.hpp"

namespace dgsolve::cuda {

class DeviceStage {
 public:
  /// Uploads the tables. Keeps a reference to the stream.
  DeviceStage(std::unique_ptr<StagePlan> plan, Stream& stream);

  /// From now on stages are computed by one of the plan's variants; cubin: of its kernel text. Variants store
  /// states differently: those of another are lost. Loads the kernels that may be recorded: a stream that
  /// records cannot.
  void load(const Variant& variant, const std::string& cubin);

  const StagePlan& plan() const { return *plan_; }
  /// The one that was loaded last.
  const Variant& variant() const { return *variant_; }
  std::size_t table_bytes() const;
  KernelResources resources(const std::string& kernel) const { return library_->resources(kernel); }

  /// The kernels' arguments with these arrays, null where a kernel reads or writes none of the kind.
  StageArguments<void> arguments(const void* u, void* residual, void* u_next) const;
  /// `second`: address of the kernel's second parameter, null where it takes none.
  void launch(const StagePlan::Launch& launch, StageArguments<void> arguments, void* second = nullptr) {
    this->launch(launch, arguments, second, stream_);
  }
  /// On another stream than stages.
  void launch(const StagePlan::Launch& launch, StageArguments<void> arguments, void* second,
              Stream& stream) const;

  void set_clock(Clock clock);
  void advance_clock(long long steps);
  void run(const Stage& stage, const void* u, void* residual, void* u_next);

 private:
  const std::unique_ptr<StagePlan> plan_;
  Stream& stream_;
  std::vector<DeviceBuffer> tables_;
  std::unique_ptr<KernelLibrary> library_;
  std::optional<Variant> variant_;
  std::vector<StagePlan::Launch> launches_;  ///< of a stage
  StageArguments<void> arguments_;           ///< without the stage's scalars and arrays
};

}  // namespace dgsolve::cuda
