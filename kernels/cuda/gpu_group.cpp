#include "kernels/cuda/gpu_group.hpp"

#include <algorithm>

#include "kernels/base/number_text.hpp"
#include "kernels/cuda/gpu/gpu_limits.hpp"
#include "kernels/cuda/waves/parts/parted_wave_operator.hpp"
#include "kernels/waves/cell_split.hpp"

namespace dgsolve::cuda {
namespace {

[[noreturn]] void refuse_elliptic() {
  throw DeviceError(
      "elliptic problems run on one GPU: they are not shared among several yet; expected device: cuda, or "
      "one of the GPUs, as cuda:0");
}

}  // namespace

GpuGroup::GpuGroup(std::vector<std::unique_ptr<Gpu>> gpus, Precision precision)
    : gpus_(std::move(gpus)), precision_(precision) {
  if (gpus_.size() > most_parts)
    throw DeviceError("got " + std::to_string(gpus_.size()) + " GPUs; expected at most " +
                      std::to_string(most_parts));
  for (const auto& gpu : gpus_) {
    launchers_.push_back(gpu->make_launcher());
    points_.push_back(launchers_.back()->event());
  }
}

std::string GpuGroup::description() const {
  std::string text = std::to_string(gpus_.size()) + " GPUs";
  for (std::size_t i = 0; i < gpus_.size(); ++i) {
    const GpuProperties& gpu = gpus_[i]->properties();
    text +=
        (i == 0 ? ": " : "; ") + gpu.name + ", " + gpu.architecture + ", " + gigabytes_text(gpu.memory_bytes);
  }
  return text;
}

std::string GpuGroup::status() const {
  std::string text;
  for (const auto& gpu : gpus_)
    if (const std::string status = gpu->status(); !status.empty())
      text += (text.empty() ? "" : "; ") + status;
  return text;
}

/// By what they copy, where they differ: stages are bound by memory.
std::vector<double> GpuGroup::speeds() const {
  const auto& identity = gpus_[0]->properties().identity;
  if (std::ranges::all_of(gpus_, [&](const auto& gpu) { return gpu->properties().identity == identity; }))
    return std::vector<double>(gpus_.size(), 1.0);
  std::vector<double> speeds;
  for (const auto& gpu : gpus_)
    speeds.push_back(cuda::measure_limits(precision_, *gpu->make_launcher()).byte_per_s);
  return speeds;
}

std::unique_ptr<WaveOperator> GpuGroup::wave(const WaveProblem& problem) {
  std::vector<Launcher*> launchers;
  for (const auto& launcher : launchers_) launchers.push_back(launcher.get());
  return std::make_unique<PartedWaveOperator>(problem, split_cells(problem, speeds()), precision_, launchers);
}

void GpuGroup::prepare_elliptic(const ReferenceView&) { refuse_elliptic(); }
LinearAlgebra& GpuGroup::linear_algebra() { refuse_elliptic(); }
PenaltyMaps& GpuGroup::penalty_maps() { refuse_elliptic(); }

void GpuGroup::gather() const {
  for (std::size_t i = 1; i < launchers_.size(); ++i) {
    launchers_[i]->record(*points_[i]);
    launchers_[0]->follow(*points_[i]);
  }
}

void GpuGroup::scatter() const {
  launchers_[0]->record(*points_[0]);
  for (std::size_t i = 1; i < launchers_.size(); ++i) launchers_[i]->follow(*points_[0]);
}

/// A recording is the first launcher's work. It takes in what the others are asked for once they follow it,
/// and it ends behind all of them.
std::unique_ptr<Recording> GpuGroup::record(std::function<void()> work) {
  std::shared_ptr<Recording> recording = launchers_[0]->record([&] {
    scatter();
    work();
    gather();
  });
  return std::make_unique<PlainRecording>([this, recording] {
    gather();
    recording->replay();
    scatter();
  });
}

void GpuGroup::synchronise() {
  for (const auto& launcher : launchers_) launcher->synchronise();
}

std::size_t GpuGroup::memory() const {
  std::size_t bytes = 0;
  for (const auto& gpu : gpus_) bytes += gpu->memory();
  return bytes;
}

DeviceLimits GpuGroup::measure_limits() const {
  DeviceLimits all{0, 0};
  for (const auto& gpu : gpus_) {
    const DeviceLimits of_gpu = cuda::measure_limits(precision_, *gpu->make_launcher());
    all.flop_per_s += of_gpu.flop_per_s;
    all.byte_per_s += of_gpu.byte_per_s;
  }
  return all;
}

}  // namespace dgsolve::cuda
