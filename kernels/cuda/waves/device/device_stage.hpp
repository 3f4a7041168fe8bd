/// A stage plan on a GPU: its tables in the GPU's memory, and the kernels of one of its variants.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/waves/device/dense_stage.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

class DeviceStage {
 public:
  /// Copies the tables to the GPU. Keeps a reference to the launcher, by which all stages are computed.
  DeviceStage(std::unique_ptr<StagePlan> plan, Launcher& launcher);

  /// From now on stages are computed by one of the plan's variants; codes: of its kernel texts, module by
  /// module. Variants store states differently: those of another are lost. Loads the kernels that may be
  /// recorded: a recording cannot.
  void load(const Variant& variant, const std::vector<std::string>& codes);

  /// Loads one more kernel that may be recorded.
  void prepare(const KernelLaunch& launch) { modules_[0]->prepare(launch); }
  void prepare(const StagePlan::GroupLaunch& launch) { modules_[launch.module]->prepare(launch.kernel); }

  const StagePlan& plan() const { return *plan_; }
  /// The one that was loaded last.
  const Variant& variant() const { return *variant_; }
  KernelResources resources(const std::string& kernel) const { return modules_[0]->resources(kernel); }

  /// The kernels' arguments with these arrays, null where a kernel reads or writes none of the kind.
  StageArguments<void> arguments(const void* u, void* residual, void* u_next) const;
  /// The arguments for the cells of a group.
  StageArguments<void> of_group(int group, StageArguments<void> arguments) const {
    arguments.group = groups_[group];
    return arguments;
  }
  /// more: the kernel's parameters behind StageArguments.
  template <class Launch, class... More>
  void launch(const Launch& launch, const StageArguments<void>& arguments, const More&... more) const {
    launch_on(launcher_, launch, arguments, more...);
  }
  /// By another launcher than stages.
  template <class... More>
  void launch_on(Launcher& launcher, const KernelLaunch& launch, const StageArguments<void>& arguments,
                 const More&... more) const {
    modules_[0]->launch_on(launcher, launch, arguments, more...);
  }
  template <class... More>
  void launch_on(Launcher& launcher, const StagePlan::GroupLaunch& launch,
                 const StageArguments<void>& arguments, const More&... more) const {
    modules_[launch.module]->launch_on(launcher, launch.kernel, of_group(launch.group, arguments), more...);
  }

  void set_clock(const Clock& clock);
  void advance_clock(long long steps);
  /// The gradients that a stage on this state reads, where the flux is viscous; in all cells, but for
  /// ghosts'.
  void find_gradients(const Stage& stage, const void* u);
  void* gradients() const { return arguments_.viscous.gradients; }
  /// Squeezes a state that no stage computed. Returns the number of cells that it changed; waits.
  long limit(void* u);
  /// WaveOperator::limited of the plan's cells; waits.
  std::vector<double> limited() const;
  void set_limited(std::span<const double> of_cells);
  /// As where no stage has run yet: that of states on which kernels were tried is nobody's.
  void forget_limited();
  /// A stage on some of the cells; those of the rim come first. u0: null where the stage does not read it.
  void run(StageCells cells, const Stage& stage, const void* u0, const void* u, void* residual, void* u_next);
  /// On all.
  void run(const Stage& stage, const void* u0, const void* u, void* residual, void* u_next) {
    run(StageCells::rim, stage, u0, u, residual, u_next);
    run(StageCells::inner, stage, u0, u, residual, u_next);
  }

 private:
  void prepare_dense();

  const std::unique_ptr<StagePlan> plan_;
  Launcher& launcher_;
  std::vector<Array<std::byte>> tables_;
  Array<std::byte> gradients_;  ///< of a stage with a viscous flux
  std::vector<std::unique_ptr<KernelModule>> modules_;
  std::optional<Variant> variant_;
  std::unique_ptr<DenseStage> dense_;  ///< of a dense variant
  /// Of some kind, and of each GroupArguments::blocks.
  struct CellLaunches {
    std::vector<StagePlan::StageLaunch> launches;
    std::vector<Array<int>> blocks;
  };
  CellLaunches with_blocks(std::vector<StagePlan::StageLaunch> launches) const;
  /// Calls body(launch, its arguments) for those of some cells.
  template <class Body>
  void for_launches(const CellLaunches& all, StageCells cells, const StageArguments<void>& arguments,
                    Body body) const;
  void limit(StageCells cells, const StageArguments<void>& arguments);

  CellLaunches launches_;           ///< of a stage
  CellLaunches limiter_;            ///< behind it
  Array<double> acted_;             ///< LimiterArguments::acted
  Array<unsigned char> asks_;       ///< LimiterArguments::asks
  StageArguments<void> arguments_;  ///< without the stage's scalars and arrays
  std::vector<GroupArguments<void>> groups_;
};

}  // namespace dgsolve::cuda
