#include "kernels/cuda/waves/device/power_reduction.hpp"

#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

std::size_t n_sums(const StagePlan& plan) {
  std::size_t n = 0;
  for (const StagePlan::GroupLaunch& launch : plan.power_launches()) n += launch.kernel.blocks;
  return n;
}

}  // namespace

PowerReduction::PowerReduction(DeviceStage& stage, Launcher& launcher)
    : stage_(stage),
      launcher_(launcher),
      clock_(launcher.gpu, 1, "the time of powers"),
      sums_(launcher.gpu, n_sums(stage.plan()), "powers") {
  for (int module = 0; module < stage.plan().n_modules(); ++module)
    modules_.push_back(launcher.load(stage.plan().powers_text(stage.variant(), module)));
}

Powers PowerReduction::measure(const void* state, double t) {
  *clock_.data() = {t, 0, 0};
  StageArguments<void> arguments = stage_.arguments(state, nullptr, nullptr);
  arguments.clock = clock_.data();  // the stage's own goes on from where it stands
  // They overwrite the source's terms, which stages get ready for themselves as well.
  for (const KernelLaunch& launch : stage_.plan().source_launches()) stage_.launch(launch, arguments);
  int n = 0;
  for (const StagePlan::GroupLaunch& launch : stage_.plan().power_launches()) {
    const PowerSums powers{sums_.data() + n, static_cast<int>(launch.kernel.blocks)};
    modules_[launch.module]->launch(launch.kernel, stage_.of_group(launch.group, arguments), powers);
    n += powers.n_blocks;
  }
  launcher_.synchronise();
  Powers total;
  for (const PowerPart& part : power_parts)
    for (int i = 0; i < n; ++i) total.*part.value += sums_.data()[i].*part.value;
  return total;
}

}  // namespace dgsolve::cuda
