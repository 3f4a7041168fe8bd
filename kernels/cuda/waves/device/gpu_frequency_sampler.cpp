#include "kernels/cuda/waves/device/gpu_frequency_sampler.hpp"

#include "kernels/cuda/waves/device/gpu_state.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

constexpr const char* purpose = "Fourier transforms";

}  // namespace

GpuFrequencySampler::GpuFrequencySampler(DeviceStage& stage, Launcher& launcher, const SamplePoints& points)
    : stage_(stage),
      launcher_(launcher),
      n_points_(static_cast<long long>(points.elements.size()) *
                (points.weights.empty() ? stage.plan().Np : 1)),
      find_phases_(stage.plan().phases_launch()),
      add_(stage.plan().frequencies_launch(n_points_)),
      stride_(points.stride),
      elements_(launcher, points.elements, purpose),
      weights_(launcher, points.weights, purpose),
      omega_(launcher, points.omega, purpose),
      phases_(launcher.gpu, 2 * points.omega.size(), purpose),
      taken_(launcher.gpu, 1, purpose),
      is_sample_(launcher.gpu, 1, purpose),
      sums_(launcher.gpu,
            points.elements.size() * values_of_point(points, stage.plan().n_fields, stage.plan().Np),
            purpose),
      kept_taken_(launcher.gpu, 1, purpose),
      kept_sums_(launcher.gpu, sums_.size(), purpose) {
  stage.prepare(find_phases_);
  stage.prepare(add_);
  launcher_.set_zero(taken_.data(), taken_.bytes());
  launcher_.set_zero(sums_.data(), sums_.bytes());
  GpuFrequencySampler::keep();
}

void GpuFrequencySampler::take(const WaveState& u, long step) {
  const StageArguments<void> arguments = stage_.arguments(data_of(u), nullptr, nullptr);
  const int n_frequencies = static_cast<int>(omega_.size());
  stage_.launch(find_phases_, arguments,
                FrequencyPhases{omega_.data(), phases_.data(), taken_.data(), is_sample_.data(), step,
                                stride_, n_frequencies});
  stage_.launch(add_, arguments,
                TransformPoints{elements_.data(), weights_.size() > 0 ? weights_.data() : nullptr,
                                phases_.data(), is_sample_.data(), sums_.data(), n_points_,
                                static_cast<int>(add_.blocks), n_frequencies});
}

Samples GpuFrequencySampler::read() {
  Samples sums{0, std::vector<double>(sums_.size())};
  long long taken = 0;
  launcher_.copy(&taken, taken_.data(), sizeof taken, purpose);
  if (!sums.values.empty()) launcher_.copy(sums.values.data(), sums_.data(), sums_.bytes(), purpose);
  sums.taken = static_cast<long>(taken);
  return sums;
}

void GpuFrequencySampler::write(const Samples& sums) {
  check_size("write", sums.values.size(), sums_.size(), "sums");
  const long long taken = sums.taken;
  launcher_.copy(taken_.data(), &taken, sizeof taken, purpose);
  if (!sums.values.empty()) launcher_.copy(sums_.data(), sums.values.data(), sums_.bytes(), purpose);
}

void GpuFrequencySampler::keep() {
  launcher_.start_copy(kept_taken_.data(), taken_.data(), taken_.bytes(), purpose);
  launcher_.start_copy(kept_sums_.data(), sums_.data(), sums_.bytes(), purpose);
}

void GpuFrequencySampler::go_back() {
  launcher_.start_copy(taken_.data(), kept_taken_.data(), taken_.bytes(), purpose);
  launcher_.start_copy(sums_.data(), kept_sums_.data(), sums_.bytes(), purpose);
}

}  // namespace dgsolve::cuda
