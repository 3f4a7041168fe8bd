/// A GPU of a run of several processes, one a GPU. Rank 0's device is all of them as one; the others' do what
/// rank 0 asks for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/gpu/communicator.hpp"
#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/waves/ranks/part_link.hpp"
#include "kernels/cuda/waves/ranks/rim_exchange.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve::cuda {

class RankDevice : public Device {
 public:
  /// Keeps a reference to ranks.
  RankDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks);
  ~RankDevice() override;

  std::string status() const override { return gpu_->status(); }
  Precision precision() const override { return precision_; }
  bool is_host() const override { return false; }
  int host_threads() const override { return 1; }
  // Elliptic problems are not shared: these throw DeviceError.
  void prepare_elliptic(const ReferenceView& element) override;
  LinearAlgebra& linear_algebra() override;
  PenaltyMaps& penalty_maps() override;

 protected:
  // All processes call these together; their answers are the same everywhere but where it says otherwise.

  /// [rank]: the cells of each. Throws DeviceError where processes have the same GPU or another problem.
  std::vector<CellRange> share_cells(const WaveProblem& problem);
  /// This process's part, by the variant that rank 0 chooses.
  std::unique_ptr<GpuWaveOperator> make_part(const WaveProblem& problem, CellRange cells);
  std::unique_ptr<RimExchange> make_rims(const WaveProblem& problem, const std::vector<CellRange>& cells,
                                         const GpuWaveOperator& part);

  const std::unique_ptr<Gpu> gpu_;
  const Precision precision_;
  Ranks& ranks_;
  const std::unique_ptr<Launcher> launcher_;
  double all_speeds_ = 0;  ///< of all GPUs, in units of this one; known to rank 0 once cells are shared

 private:
  std::vector<double> find_speeds(const std::vector<std::string>& identities);
  /// Whether some nodes go between processes by way of hosts, which takes as long as many cells do. All
  /// processes call it at once.
  bool sends_by_hosts();

  std::unique_ptr<Communicator> communicator_;  ///< null until somebody has a part
};

/// Rank 0's.
class LeadingDevice : public RankDevice {
 public:
  LeadingDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks);
  /// Ends what the others serve.
  ~LeadingDevice() override;

  std::string description() const override;
  /// Once. Shares the cells out by the GPUs' speeds.
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  void synchronise() override;
  std::size_t memory() const override;
  /// The sums over all GPUs.
  DeviceLimits measure_limits() const override;

 private:
  std::vector<std::unique_ptr<PartLink>> links_;  ///< to ranks 1, 2, …; empty until they serve
};

/// Another rank's.
class FollowingDevice : public RankDevice {
 public:
  using RankDevice::RankDevice;

  std::string description() const override { return gpu_->properties().name; }
  /// This process's part of the problem.
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  void serve() override;
  std::unique_ptr<Recording> record(std::function<void()> work) override { return launcher_->record(work); }
  void synchronise() override { launcher_->synchronise(); }
  std::size_t memory() const override { return gpu_->memory(); }
  DeviceLimits measure_limits() const override;

 private:
  GpuWaveOperator* part_ = nullptr;  ///< the operator that `wave` handed out
  std::unique_ptr<RimExchange> rims_;
};

}  // namespace dgsolve::cuda
