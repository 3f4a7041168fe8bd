#include "kernels/cuda/waves/device/state_reduction.hpp"

#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {

StateReduction::StateReduction(StateMeasure which, DeviceStage& stage, Launcher& launcher)
    : which_(which),
      n_values_(info(which).n_values),
      stage_(stage),
      sums_(launcher.gpu, n_values_ * n_sums(stage.plan().measure_launches(which)), info(which).name) {
  if (info(which).reads_surroundings) clock_.emplace(launcher.gpu, 1, "the time of sums");
  if (!info(which).has_own_text) return;
  for (int module = 0; module < stage.plan().n_modules(); ++module)
    modules_.push_back(launcher.load(stage.plan().measure_text(which, stage.variant(), module)));
}

void StateReduction::prepare() {
  for (const StagePlan::Reduction& reduction : stage_.plan().measure_launches(which_)) {
    if (modules_.empty())
      stage_.prepare(reduction.launch);
    else
      modules_[reduction.launch.module]->prepare(reduction.launch.kernel);
  }
}

void StateReduction::start(const void* state, double t) {
  StageArguments<void> arguments = stage_.arguments(state, nullptr, nullptr);
  if (clock_) {
    *clock_->data() = {t, 0, 0};       // nobody reads the one before: its sums were waited for
    arguments.clock = clock_->data();  // the stage's own goes on from where it stands
    // They overwrite the source's terms and circuits' data, which stages get ready for themselves as well.
    for (const KernelLaunch& launch : stage_.plan().first_launches()) stage_.launch(launch, arguments);
  }
  double* sums = sums_.data();
  for (const StagePlan::Reduction& reduction : stage_.plan().measure_launches(which_)) {
    const StagePlan::GroupLaunch& launch = reduction.launch;
    const BlockSums of_launch{sums, reduction.chunks};
    if (modules_.empty())
      stage_.launch(launch, arguments, of_launch);
    else
      modules_[launch.module]->launch(launch.kernel, stage_.of_group(launch.group, arguments), of_launch);
    sums += n_values_ * launch.kernel.blocks;
  }
}

}  // namespace dgsolve::cuda
