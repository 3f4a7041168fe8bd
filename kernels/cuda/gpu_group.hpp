/// Several GPUs, or the tests' emulation of them, as one device.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve::cuda {

class GpuGroup : public Device {
 public:
  GpuGroup(std::vector<std::unique_ptr<Gpu>> gpus, Precision precision);

  std::string description() const override;
  std::string status() const override;
  Precision precision() const override { return precision_; }
  bool is_host() const override { return false; }
  int host_threads() const override { return 1; }
  /// Shares the cells out by the GPUs' speeds.
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  // Elliptic problems are not shared: these throw DeviceError.
  void prepare_elliptic(const ReferenceView& element) override;
  LinearAlgebra& linear_algebra() override;
  PenaltyMaps& penalty_maps() override;
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  void synchronise() override;
  std::size_t memory() const override;
  /// The sums over all GPUs.
  DeviceLimits measure_limits() const override;

 private:
  std::vector<double> speeds() const;
  /// The first launcher goes on behind all others, or they behind it.
  void gather() const;
  void scatter() const;

  const std::vector<std::unique_ptr<Gpu>> gpus_;
  const Precision precision_;
  std::vector<std::unique_ptr<Launcher>> launchers_;
  std::vector<std::unique_ptr<Event>> points_;  ///< of each launcher, where another goes on
};

}  // namespace dgsolve::cuda
