#include "kernels/cuda/waves/device/gpu_sampler.hpp"

#include <algorithm>

#include "kernels/cuda/waves/device/gpu_state.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {

GpuSampler::GpuSampler(DeviceStage& stage, Launcher& launcher, const std::vector<int>& elements,
                       const std::vector<double>& weights, std::size_t capacity)
    : stage_(stage),
      launcher_(launcher),
      launch_(stage.plan().sample_launch(static_cast<int>(elements.size()))),
      row_size_(elements.size() * stage.plan().n_fields),
      capacity_(capacity),
      elements_(launcher, elements, "points of samples"),
      weights_(launcher, weights, "points of samples"),
      n_rows_(launcher.gpu, elements.size(), "samples"),
      rows_(launcher.gpu, capacity * row_size_, "samples") {
  check_size("sampler", weights.size(), elements.size() * stage.plan().Np, "weights");
  stage.prepare(launch_);
  launcher_.set_zero(n_rows_.data(), n_rows_.bytes());
}

void GpuSampler::take(const WaveState& u) {
  stage_.launch(launch_, stage_.arguments(data_of(u), nullptr, nullptr),
                Sample{elements_.data(), weights_.data(), n_rows_.data(), rows_.data(),
                       static_cast<long long>(elements_.size()), static_cast<long long>(capacity_)});
}

void GpuSampler::read(std::span<double> values) {
  if (row_size_ == 0) return;
  long long taken = 0;
  launcher_.start_copy(&taken, n_rows_.data(), sizeof taken, "counting samples");
  launcher_.start_copy(values.data(), rows_.data(), std::min(values.size_bytes(), rows_.bytes()),
                       "reading samples");
  launcher_.set_zero(n_rows_.data(), n_rows_.bytes());
  launcher_.synchronise();
  check_rows_read(values.size(), row_size_, taken, capacity_);
}

}  // namespace dgsolve::cuda
