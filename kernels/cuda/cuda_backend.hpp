/// An NVIDIA GPU as a backend: the stage plan's kernels, compiled for this GPU and this problem.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/backend.hpp"
#include "kernels/cuda/runtime.hpp"
#include "kernels/cuda/stage_plan.hpp"
#include "kernels/cuda/transfer.hpp"

namespace dgsolve::cuda {

class CudaBackend : public Backend {
 public:
  /// Throws BackendError where the device is not there or the run-time compiler does not know it.
  CudaBackend(int device, Precision precision);

  std::string description() const override;
  std::string status() const override;
  void prepare(const WaveProblem& problem) override;
  std::unique_ptr<DeviceArray> allocate() override;
  void upload(std::span<const double> canonical, DeviceArray& to) override;
  void download(const DeviceArray& from, std::span<double> canonical) override;
  void sample(const DeviceArray& u, std::span<const int> elements, std::span<const double> weights,
              std::span<double> values) override;
  void stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual, DeviceArray& u_next) override;
  void synchronise() override;
  std::size_t memory() const override;
  DeviceLimits measure_limits() const override;

 private:
  struct Kernel {
    cudaKernel_t function;
    StagePlan::Launch launch;
  };

  const StagePlan& plan() const;
  void check_memory(const WaveProblem& problem, std::size_t table_bytes) const;
  void upload_tables(const std::vector<StagePlan::Table>& tables);
  StageArguments<void> arguments_for(const DeviceArray* u, DeviceArray* residual, DeviceArray* u_next) const;

  const int device_;
  const Precision precision_;
  mutable Stream stream_;
  std::unique_ptr<StagePlan> plan_;
  std::unique_ptr<KernelLibrary> library_;
  std::vector<Kernel> kernels_;  ///< in the order of a stage
  std::unique_ptr<StateTransfer> transfer_;
  std::vector<DeviceBuffer> tables_;
  StageArguments<void> arguments_{};  ///< without the stage's scalars and arrays
  std::shared_ptr<std::size_t> state_bytes_ = std::make_shared<std::size_t>(0);  ///< of all living arrays
};

}  // namespace dgsolve::cuda
