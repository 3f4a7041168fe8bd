/// Several GPUs, or the tests' emulation of them, as one device.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/elliptic/penalty_maps.hpp"
#include "kernels/cuda/gpu/compile_queue.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve::cuda {

class GpuTeam : public Device {
 public:
  /// Shorter vectors than shortest_shared are the first GPU's alone.
  GpuTeam(std::vector<std::unique_ptr<Gpu>> gpus, Precision precision,
          std::size_t shortest_shared = Team::usual_shortest);

  std::string description() const override;
  std::string status() const override;
  Precision precision() const override { return precision_; }
  bool is_host() const override { return false; }
  int host_threads() const override { return 1; }
  /// Shares the cells out by the GPUs' speeds.
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  void prepare_elliptic(const ReferenceView& element) override;
  /// This and penalty_maps throw DeviceError where the GPUs cannot reach each other's memory.
  LinearAlgebra& linear_algebra() override { return gpu_algebra(); }
  PenaltyMaps& penalty_maps() override;
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  void synchronise() override;
  std::size_t memory() const override;
  /// The sums over all GPUs.
  DeviceLimits measure_limits() const override;

 private:
  template <class Make>
  auto of_each(Make make) const;
  std::vector<DeviceLimits> limits() const;
  const std::vector<double>& speeds();
  std::vector<Launcher*> launchers() const;
  Team& team();
  GpuLinearAlgebra& gpu_algebra();

  const std::vector<std::unique_ptr<Gpu>> gpus_;
  const Precision precision_;
  const std::size_t shortest_shared_;
  std::vector<std::unique_ptr<Launcher>> launchers_;
  // None until somebody asks.
  std::vector<double> speeds_;
  std::unique_ptr<Team> team_;
  std::unique_ptr<CompileQueue> elliptic_kernels_;
  std::unique_ptr<GpuLinearAlgebra> linear_algebra_;
  std::unique_ptr<PenaltyMaps> penalty_maps_;
};

}  // namespace dgsolve::cuda
