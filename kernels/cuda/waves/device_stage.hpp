/// A stage plan on a GPU: its tables in the GPU's memory, and the kernels of one of its variants.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/waves/stage_plan.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

class DeviceStage {
 public:
  /// Copies the tables to the GPU. Keeps a reference to the launcher, by which all stages are computed.
  DeviceStage(std::unique_ptr<StagePlan> plan, Launcher& launcher);

  /// From now on stages are computed by one of the plan's variants; code: of its kernel text. Variants store
  /// states differently: those of another are lost. Loads the kernels that may be recorded: a recording
  /// cannot.
  void load(const Variant& variant, const std::string& code);

  /// Loads one more kernel that may be recorded.
  void prepare(const KernelLaunch& launch) { kernels_->prepare(launch); }

  const StagePlan& plan() const { return *plan_; }
  /// The one that was loaded last.
  const Variant& variant() const { return *variant_; }
  KernelResources resources(const std::string& kernel) const { return kernels_->resources(kernel); }

  /// The kernels' arguments with these arrays, null where a kernel reads or writes none of the kind.
  StageArguments<void> arguments(const void* u, void* residual, void* u_next) const;
  /// more: the kernel's parameters behind StageArguments.
  template <class... More>
  void launch(const KernelLaunch& launch, const StageArguments<void>& arguments, const More&... more) const {
    kernels_->launch(launch, arguments, more...);
  }
  /// By another launcher than stages.
  template <class... More>
  void launch_on(Launcher& launcher, const KernelLaunch& launch, const StageArguments<void>& arguments,
                 const More&... more) const {
    kernels_->launch_on(launcher, launch, arguments, more...);
  }

  void set_clock(const Clock& clock);
  void advance_clock(long long steps);
  /// u0: null where the stage does not read it.
  void run(const Stage& stage, const void* u0, const void* u, void* residual, void* u_next);

 private:
  const std::unique_ptr<StagePlan> plan_;
  Launcher& launcher_;
  std::vector<Array<std::byte>> tables_;
  std::unique_ptr<KernelModule> kernels_;
  std::optional<Variant> variant_;
  std::vector<KernelLaunch> launches_;  ///< of a stage
  StageArguments<void> arguments_;      ///< without the stage's scalars and arrays
};

}  // namespace dgsolve::cuda
