/// A GPU of a run of several processes, one a GPU. Where rank 0 leads, its device is all of them as one; the
/// others' do what rank 0 asks for.
#pragma once

#include <future>
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

 protected:
  /// s that a process waits for another one's last word.
  static constexpr int farewell_seconds = 20;

  /// For people: all processes' GPUs.
  std::string description_of_all() const;

  // All processes call these together, in this order.

  /// [rank], at rank 0: how fast each GPU is, in any unit. Throws DeviceError where processes have the same
  /// GPU.
  std::vector<double> find_speeds();
  /// The same at all of them.
  std::vector<double> find_all_speeds();
  /// Whether some nodes go between processes by way of hosts, which takes as long as many cells do.
  bool sends_by_hosts();
  void begin_communicator();
  /// Waits for it; from then on the ranks watch it.
  void have_communicator();

  /// The others hear of the end now, and not behind that of NCCL, which would wait for them.
  void leave_others();

  const std::unique_ptr<Gpu> gpu_;
  const Precision precision_;
  Ranks& ranks_;
  const std::unique_ptr<Launcher> launcher_;
  std::unique_ptr<Communicator> communicator_;  ///< null until have_communicator

 private:
  std::future<std::unique_ptr<Communicator>> coming_;
};

/// One whose processes rank 0 leads: they share waves. Their GPUs are connected while rank 0 sets the problem
/// up.
class LedDevice : public RankDevice {
 public:
  /// Waits for all of them. Keeps a reference to ranks. Throws DeviceError where they cannot share a problem.
  LedDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks);

  // Elliptic problems are shared by processes that all do the same: these throw std::logic_error.
  LinearAlgebra& linear_algebra() override;
  PenaltyMaps& penalty_maps() override;

 protected:
  const std::vector<double> speeds_;  ///< [rank], at rank 0
  const bool sends_by_hosts_;
};

/// Rank 0's.
class LeadingDevice : public LedDevice {
 public:
  using LedDevice::LedDevice;
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

/// Another rank's. All it knows of the problem is what rank 0 sends: its part.
class FollowingDevice : public LedDevice {
 public:
  using LedDevice::LedDevice;

  std::string description() const override { return gpu_->properties().name; }
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  void serve(const PartProgram& program) override;
  std::unique_ptr<Recording> record(std::function<void()> work) override { return launcher_->record(work); }
  void synchronise() override { launcher_->synchronise(); }
  std::size_t memory() const override { return gpu_->memory(); }
  DeviceLimits measure_limits() const override;
};

}  // namespace dgsolve::cuda
