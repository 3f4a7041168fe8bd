#include "kernels/cuda/waves/device/gpu_sampler.hpp"

#include <algorithm>
#include <utility>

#include "kernels/cuda/waves/device/gpu_state.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {

namespace {

KernelLaunch launch_of(const StagePlan& plan, const SamplePoints& points) {
  const int n = static_cast<int>(points.elements.size());
  return points.kind == SampleKind::circuits ? plan.circuit_sample_launch(n) : plan.sample_launch(n);
}

}  // namespace

GpuSampler::GpuSampler(DeviceStage& stage, Launcher& launcher, const SamplePoints& points)
    : stage_(stage),
      launcher_(launcher),
      launch_(launch_of(stage.plan(), points)),
      kind_(points.kind),
      row_size_(points.elements.size() * values_of_point(points, stage.plan().n_fields, stage.plan().Np)),
      capacity_(points.capacity),
      elements_(launcher, points.elements, "points of samples"),
      weights_(launcher, points.weights, "points of samples"),
      n_rows_(launcher.gpu, points.elements.size(), "samples"),
      rows_(launcher.gpu, capacity_ * row_size_, "samples") {
  stage.prepare(launch_);
  launcher_.set_zero(n_rows_.data(), n_rows_.bytes());
}

void GpuSampler::take(const WaveState& u, long step) {
  const StageArguments<void> arguments = stage_.arguments(data_of(u), nullptr, nullptr);
  if (kind_ == SampleKind::circuits)
    return stage_.launch(
        launch_, arguments,
        CircuitSample{elements_.data(), n_rows_.data(), rows_.data(),
                      static_cast<long long>(elements_.size()), static_cast<long long>(capacity_), step});
  stage_.launch(launch_, arguments,
                Sample{elements_.data(), weights_.data(), n_rows_.data(), rows_.data(),
                       static_cast<long long>(elements_.size()), static_cast<long long>(capacity_)});
}

Samples GpuSampler::read() {
  if (row_size_ == 0) return {};
  // As many values as cost no time come with the count, so that a look at few probes waits once.
  constexpr std::size_t few = 8192;
  long long taken = 0;
  std::vector<double> values(std::min(few, rows_.size()));
  launcher_.start_copy(&taken, n_rows_.data(), sizeof taken, "counting samples");
  launcher_.start_copy(values.data(), rows_.data(), values.size() * sizeof(double), "reading samples");
  launcher_.set_zero(n_rows_.data(), n_rows_.bytes());
  launcher_.synchronise();
  check_capacity(taken, capacity_);
  const std::size_t n = taken * row_size_, here = values.size();
  values.resize(n);
  if (n > here)
    launcher_.copy(&values[here], rows_.data() + here, (n - here) * sizeof(double), "reading samples");
  return {static_cast<long>(taken), std::move(values)};
}

}  // namespace dgsolve::cuda
