/// Rows of samples on a GPU. Each point counts its own rows in the GPU's memory, so that a recorded
/// launch, whose arguments never change, writes the next row each time.
#pragma once

#include <vector>

#include "kernels/cuda/waves/device/device_stage.hpp"

namespace dgsolve::cuda {

class GpuSampler : public Sampler {
 public:
  /// Keeps references. Throws std::invalid_argument where sizes differ.
  GpuSampler(DeviceStage& stage, Launcher& launcher, const SamplePoints& points);

  void take(const WaveState& u, long step) override;
  Samples read() override;

 private:
  const DeviceStage& stage_;
  Launcher& launcher_;
  const KernelLaunch launch_;
  const SampleKind kind_;  ///< rows or circuits
  const std::size_t row_size_, capacity_;
  const Array<int> elements_;
  const Array<double> weights_;    ///< [point][Np]
  const Array<long long> n_rows_;  ///< [point], taken since the last read
  const Array<double> rows_;       ///< [capacity][point][n_fields]
};

}  // namespace dgsolve::cuda
