#include "kernels/cuda/waves/device/power_reduction.hpp"

#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {

PowerReduction::PowerReduction(DeviceStage& stage, Launcher& launcher)
    : stage_(stage),
      clock_(launcher.gpu, 1, "the time of powers"),
      sums_(launcher.gpu, n_sums(stage.plan().power_launches()), "powers") {
  for (int module = 0; module < stage.plan().n_modules(); ++module)
    modules_.push_back(launcher.load(stage.plan().powers_text(stage.variant(), module)));
}

void PowerReduction::start(const void* state, double t) {
  *clock_.data() = {t, 0, 0};  // nobody reads the one before: its sums were waited for
  StageArguments<void> arguments = stage_.arguments(state, nullptr, nullptr);
  arguments.clock = clock_.data();  // the stage's own goes on from where it stands
  // They overwrite the source's terms, which stages get ready for themselves as well.
  for (const KernelLaunch& launch : stage_.plan().source_launches()) stage_.launch(launch, arguments);
  Powers* sums = sums_.data();
  for (const StagePlan::Reduction& reduction : stage_.plan().power_launches()) {
    const StagePlan::GroupLaunch& launch = reduction.launch;
    modules_[launch.module]->launch(launch.kernel, stage_.of_group(launch.group, arguments),
                                    PowerSums{sums, reduction.chunks});
    sums += launch.kernel.blocks;
  }
}

}  // namespace dgsolve::cuda
