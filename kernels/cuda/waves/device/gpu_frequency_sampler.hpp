/// Running Fourier transforms on a GPU.
#pragma once

#include "kernels/cuda/waves/device/device_stage.hpp"

namespace dgsolve::cuda {

class GpuFrequencySampler : public Sampler {
 public:
  /// Keeps references. Throws std::invalid_argument where sizes differ.
  GpuFrequencySampler(DeviceStage& stage, Launcher& launcher, const SamplePoints& points);

  void take(const WaveState& u, long step) override;
  Samples read() override;
  void write(const Samples& sums) override;
  void keep() override;
  void go_back() override;

 private:
  const DeviceStage& stage_;
  Launcher& launcher_;
  const long long n_points_;
  const KernelLaunch find_phases_, add_;
  const long stride_;
  const Array<int> elements_;
  const Array<double> weights_;  ///< [point][Np]; empty: all nodes of the elements
  const Array<double> omega_;
  const Array<double> phases_;    ///< [frequency][2]
  const Array<long long> taken_;  ///< one
  const Array<int> is_sample_;    ///< one
  const Array<double> sums_;      ///< [point][field][frequency][2]
  const Array<long long> kept_taken_;
  const Array<double> kept_sums_;
};

}  // namespace dgsolve::cuda
