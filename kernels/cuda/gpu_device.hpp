/// A GPU, or the tests' emulation of one, as a device.
#pragma once

#include "kernels/cuda/elliptic/penalty_maps.hpp"
#include "kernels/cuda/gpu/compile_queue.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve::cuda {

class GpuDevice : public Device {
 public:
  GpuDevice(std::unique_ptr<Gpu> gpu, Precision precision);

  std::string description() const override;
  std::string status() const override { return gpu_->status(); }
  Precision precision() const override { return precision_; }
  bool is_host() const override { return false; }
  int host_threads() const override { return 1; }
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  void prepare_elliptic(const ReferenceView& element) override;
  LinearAlgebra& linear_algebra() override { return gpu_algebra(); }
  PenaltyMaps& penalty_maps() override;
  std::unique_ptr<Recording> record(std::function<void()> work) override { return launcher_->record(work); }
  void synchronise() override { launcher_->synchronise(); }
  std::size_t memory() const override { return gpu_->memory(); }
  DeviceLimits measure_limits() const override;

 private:
  GpuLinearAlgebra& gpu_algebra();

  const std::unique_ptr<Gpu> gpu_;
  const Precision precision_;
  const std::unique_ptr<Launcher> launcher_;
  Team team_;
  // Null until somebody asks.
  std::unique_ptr<CompileQueue> elliptic_kernels_;
  std::unique_ptr<GpuLinearAlgebra> linear_algebra_;
  std::unique_ptr<PenaltyMaps> penalty_maps_;
};

}  // namespace dgsolve::cuda
