#include "kernels/cuda/gpu_team.hpp"

#include <algorithm>
#include <future>

#include "kernels/base/number_text.hpp"
#include "kernels/cuda/gpu/gpu_limits.hpp"
#include "kernels/cuda/waves/parts/parted_wave_operator.hpp"
#include "kernels/cuda/waves/parts/push_arguments.hpp"
#include "kernels/waves/cells/cell_split.hpp"

namespace dgsolve::cuda {

/// [GPU]: what `make` makes of each, all at once.
template <class Make>
auto GpuTeam::of_each(Make make) const {
  std::vector<std::future<std::invoke_result_t<Make, Gpu&>>> begun;
  for (const auto& gpu : gpus_) begun.push_back(std::async([&] { return make(*gpu); }));
  std::vector<std::invoke_result_t<Make, Gpu&>> made;
  for (auto& result : begun) made.push_back(result.get());
  return made;
}

GpuTeam::GpuTeam(std::vector<std::unique_ptr<Gpu>> gpus, Precision precision, std::size_t shortest_shared)
    : gpus_(std::move(gpus)), precision_(precision), shortest_shared_(shortest_shared) {
  if (gpus_.size() > most_parts)
    throw DeviceError("got " + std::to_string(gpus_.size()) + " GPUs; expected at most " +
                      std::to_string(most_parts));
  launchers_ =
      of_each([](Gpu& gpu) { return gpu.make_launcher(); });  // which begins a context, and takes long
}

std::string GpuTeam::description() const {
  std::string text = std::to_string(gpus_.size()) + " GPUs";
  for (std::size_t i = 0; i < gpus_.size(); ++i) {
    const GpuProperties& gpu = gpus_[i]->properties();
    text +=
        (i == 0 ? ": " : "; ") + gpu.name + ", " + gpu.architecture + ", " + gigabytes_text(gpu.memory_bytes);
  }
  return text;
}

std::string GpuTeam::status() const {
  std::string text;
  for (const auto& gpu : gpus_)
    if (const std::string status = gpu->status(); !status.empty())
      text += (text.empty() ? "" : "; ") + status;
  return text;
}

std::vector<DeviceLimits> GpuTeam::limits() const {
  return of_each([this](Gpu& gpu) { return cuda::measure_limits(precision_, *gpu.make_launcher()); });
}

/// By what they copy, where they differ: stages are bound by memory.
const std::vector<double>& GpuTeam::speeds() {
  if (!speeds_.empty()) return speeds_;
  const auto& identity = gpus_[0]->properties().identity;
  if (std::ranges::all_of(gpus_, [&](const auto& gpu) { return gpu->properties().identity == identity; }))
    speeds_.assign(gpus_.size(), 1.0);
  else
    for (const DeviceLimits& of_gpu : limits()) speeds_.push_back(of_gpu.byte_per_s);
  return speeds_;
}

std::unique_ptr<WaveOperator> GpuTeam::wave(const WaveProblem& problem) {
  return share_among_gpus(problem, split_cells(problem, speeds()), precision_, launchers());
}

std::vector<Launcher*> GpuTeam::launchers() const {
  std::vector<Launcher*> all;
  for (const auto& launcher : launchers_) all.push_back(launcher.get());
  return all;
}

Team& GpuTeam::team() {
  if (!team_) team_ = std::make_unique<Team>(launchers(), speeds(), shortest_shared_);
  return *team_;
}

/// For the first GPU; the others, where they are of its kind, find its kernels in the cache.
void GpuTeam::prepare_elliptic(const ReferenceView& element) {
  elliptic_kernels_ = std::make_unique<CompileQueue>(
      elliptic_kernels(gpus_[0]->properties(), element),
      [&gpu = *gpus_[0]](const KernelText& text) { return gpu.compile(text); });
}

GpuLinearAlgebra& GpuTeam::gpu_algebra() {
  if (!linear_algebra_) linear_algebra_ = std::make_unique<GpuLinearAlgebra>(team());
  return *linear_algebra_;
}

PenaltyMaps& GpuTeam::penalty_maps() {
  if (!penalty_maps_) penalty_maps_ = std::make_unique<GpuPenaltyMaps>(gpu_algebra());
  return *penalty_maps_;
}

std::unique_ptr<Recording> GpuTeam::record(std::function<void()> work) { return team().record(work); }

void GpuTeam::synchronise() {
  for (const auto& launcher : launchers_) launcher->synchronise();
}

std::size_t GpuTeam::memory() const {
  std::size_t bytes = 0;
  for (const auto& gpu : gpus_) bytes += gpu->memory();
  return bytes;
}

DeviceLimits GpuTeam::measure_limits() const {
  DeviceLimits all{0, 0};
  for (const DeviceLimits& of_gpu : limits()) {
    all.flop_per_s += of_gpu.flop_per_s;
    all.byte_per_s += of_gpu.byte_per_s;
  }
  return all;
}

}  // namespace dgsolve::cuda
