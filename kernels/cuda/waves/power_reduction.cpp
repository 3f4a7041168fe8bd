#include "kernels/cuda/waves/power_reduction.hpp"

#include "kernels/cuda/waves/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

std::size_t n_sums(const StagePlan& plan) {
  std::size_t n = 0;
  for (const StagePlan::Launch& launch : plan.power_launches()) n += launch.blocks;
  return n;
}

}  // namespace

PowerReduction::PowerReduction(DeviceStage& stage, Stream& stream, const std::string& cubin)
    : stage_(stage),
      stream_(stream),
      library_(cubin, stage.plan().powers_text(stage.variant()).file),
      clock_(sizeof(Clock), "the time of powers"),
      sums_(n_sums(stage.plan()) * sizeof(Powers), "powers") {}

Powers PowerReduction::measure(const void* state, double t) {
  auto* const clock = reinterpret_cast<Clock*>(clock_.data());
  *clock = {t, 0, 0};
  StageArguments<void> arguments = stage_.arguments(state, nullptr, nullptr);
  arguments.clock = clock;  // the stage's own goes on from where it stands
  // They overwrite the source's terms, which stages get ready for themselves as well.
  for (const StagePlan::Launch& launch : stage_.plan().source_launches()) stage_.launch(launch, arguments);
  auto* const sums = reinterpret_cast<Powers*>(sums_.data());
  int n = 0;
  for (const StagePlan::Launch& launch : stage_.plan().power_launches()) {
    PowerSums powers{sums + n, static_cast<int>(launch.blocks)};
    void* parameters[] = {&arguments, &powers};
    stream_.launch(library_.kernel(launch.kernel), launch.kernel, launch.blocks, launch.threads, 0,
                   parameters);
    n += powers.n_blocks;
  }
  stream_.synchronise();
  Powers total;
  for (const PowerPart& part : power_parts)
    for (int i = 0; i < n; ++i) total.*part.value += sums[i].*part.value;
  return total;
}

}  // namespace dgsolve::cuda
