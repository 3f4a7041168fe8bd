#include "kernels/cuda/gpu_device.hpp"

#include "kernels/base/number_text.hpp"
#include "kernels/cuda/gpu/gpu_limits.hpp"
#include "kernels/cuda/waves/gpu_wave_operator.hpp"

namespace dgsolve::cuda {

GpuDevice::GpuDevice(std::unique_ptr<Gpu> gpu, Precision precision)
    : gpu_(std::move(gpu)), precision_(precision), launcher_(gpu_->make_launcher()), team_(*launcher_) {}

std::string GpuDevice::description() const {
  const GpuProperties& gpu = gpu_->properties();
  return gpu.name + ", " + gpu.architecture + ", " + gigabytes_text(gpu.memory_bytes);
}

std::unique_ptr<WaveOperator> GpuDevice::wave(const WaveProblem& problem) {
  return std::make_unique<GpuWaveOperator>(problem, StageShape(problem, precision_), precision_, *launcher_);
}

void GpuDevice::prepare_elliptic(const ReferenceView& element) {
  elliptic_kernels_ =
      std::make_unique<CompileQueue>(elliptic_kernels(gpu_->properties(), element),
                                     [&gpu = *gpu_](const KernelText& text) { return gpu.compile(text); });
}

GpuLinearAlgebra& GpuDevice::gpu_algebra() {
  if (!linear_algebra_) linear_algebra_ = std::make_unique<GpuLinearAlgebra>(team_);
  return *linear_algebra_;
}

PenaltyMaps& GpuDevice::penalty_maps() {
  if (!penalty_maps_) penalty_maps_ = std::make_unique<GpuPenaltyMaps>(gpu_algebra());
  return *penalty_maps_;
}

DeviceLimits GpuDevice::measure_limits() const {
  const std::unique_ptr<Launcher> launcher = gpu_->make_launcher();  // for any thread
  return cuda::measure_limits(precision_, *launcher);
}

}  // namespace dgsolve::cuda
