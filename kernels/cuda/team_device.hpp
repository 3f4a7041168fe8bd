/// A GPU of a run whose processes all do the same: each asks its own GPU for its range of what vectors share,
/// so that the device of each is all GPUs as one.
#pragma once

#include <memory>
#include <string>

#include "kernels/cuda/elliptic/penalty_maps.hpp"
#include "kernels/cuda/gpu/compile_queue.hpp"
#include "kernels/cuda/rank_device.hpp"

namespace dgsolve::cuda {

class TeamDevice : public RankDevice {
 public:
  /// Keeps a reference to ranks. Shorter vectors than shortest_shared are computed by every process.
  TeamDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks,
             std::size_t shortest_shared = Team::usual_shortest);
  /// At rank 0: lets the others go, which wait in `serve`. Where this process fails, they end too.
  ~TeamDevice() override;

  std::string description() const override;
  /// Throws std::logic_error: waves are led by rank 0.
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  void prepare_elliptic(const ReferenceView& element) override;
  // All processes call these, and what they hand out, together and in the same order. They throw DeviceError
  // where processes have the same GPU, and RankLost.
  LinearAlgebra& linear_algebra() override { return gpu_algebra(); }
  PenaltyMaps& penalty_maps() override;
  std::unique_ptr<Recording> record(std::function<void()> work) override { return launcher_->record(work); }
  void synchronise() override { launcher_->synchronise(); }
  /// At another rank: there is nothing left to do together; waits until rank 0 has done the rest.
  void serve(const PartProgram& program) override;
  /// Of this process's GPU.
  std::size_t memory() const override { return gpu_->memory(); }
  DeviceLimits measure_limits() const override;

 private:
  GpuLinearAlgebra& gpu_algebra();

  const std::size_t shortest_shared_;
  std::size_t numbers_of_cell_ = 1;  ///< 1: nobody has said yet
  // Null until somebody asks.
  std::unique_ptr<CompileQueue> elliptic_kernels_;
  std::unique_ptr<Team> team_;
  std::unique_ptr<GpuLinearAlgebra> linear_algebra_;
  std::unique_ptr<PenaltyMaps> penalty_maps_;
};

}  // namespace dgsolve::cuda
