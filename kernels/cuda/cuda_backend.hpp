/// An NVIDIA GPU as a backend: the stage plan's kernels, compiled for this GPU and this problem.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/elliptic/penalty_maps.hpp"
#include "kernels/cuda/runtime/kernel_cache.hpp"
#include "kernels/cuda/waves/power_reduction.hpp"
#include "kernels/cuda/waves/transfer.hpp"
#include "kernels/waves/backend.hpp"

namespace dgsolve::cuda {

class CudaBackend : public Backend {
 public:
  /// Throws BackendError where the device is not there or the run-time compiler does not know it.
  CudaBackend(int device, Precision precision);

  std::string description() const override;
  std::string status() const override;
  Precision precision() const override { return precision_; }
  void prepare(const WaveProblem& problem) override;
  std::string variant() const override { return variant_; }
  std::vector<TuningRow> tune() override;
  std::unique_ptr<DeviceArray> allocate() override;
  void upload(std::span<const double> canonical, DeviceArray& to) override;
  void download(const DeviceArray& from, std::span<double> canonical) override;
  std::string layout() const override;
  std::vector<std::byte> save(const DeviceArray& from) override;
  void restore(std::span<const std::byte> raw, DeviceArray& to) override;
  void copy(const DeviceArray& from, DeviceArray& to) override;
  std::unique_ptr<StateCopy> allocate_copy() override;
  void sample(const DeviceArray& u, std::span<const int> elements, std::span<const double> weights,
              std::span<double> values) override;
  double energy(const DeviceArray& u) override;
  Powers powers(const DeviceArray& u, double t) override;
  void set_clock(double start, double dt) override;
  void advance_clock(long steps) override;
  void stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual, DeviceArray& u_next) override;
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  void synchronise() override;
  int host_threads() const override { return 1; }
  LinearAlgebra& linear_algebra() override { return gpu_algebra(); }
  PenaltyMaps& penalty_maps() override;
  std::size_t memory() const override;
  DeviceLimits measure_limits() const override;

 private:
  GpuLinearAlgebra& gpu_algebra();
  DeviceStage& prepared() const;
  void check_memory(const StagePlan& plan) const;
  std::vector<Variant> variants() const;  ///< that this GPU can run
  void choose_variant(const std::string& wanted);
  std::vector<TuningRow> find_fastest();
  std::string decision_name() const;

  const int device_;
  const Precision precision_;
  mutable Stream stream_;
  const KernelCache cache_;
  std::unique_ptr<DeviceStage> stage_;
  std::vector<int> sample_;  ///< elements by which tuning compares variants
  std::string variant_;
  std::unique_ptr<StateTransfer> transfer_;
  std::unique_ptr<PowerReduction> powers_;  ///< null: nobody asked yet
  std::unique_ptr<GpuLinearAlgebra> linear_algebra_;
  std::unique_ptr<GpuPenaltyMaps> penalty_maps_;
  std::shared_ptr<std::size_t> state_bytes_ = std::make_shared<std::size_t>(0);  ///< of all living arrays
};

}  // namespace dgsolve::cuda
