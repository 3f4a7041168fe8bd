/// Tries a problem's variants on the GPU, on its own mesh with random states.
#pragma once

#include "kernels/base/phase_clock.hpp"
#include "kernels/cuda/gpu/compile_queue.hpp"
#include "kernels/cuda/waves/device/device_stage.hpp"
#include "kernels/cuda/waves/tuning/tuner.hpp"

namespace dgsolve::cuda {

/// Starts to compile the variants' kernel texts, those of cells with a local model too: compiled one after
/// the other when they are loaded, they would take all of the time that trials have.
std::unique_ptr<CompileQueue> compile_all(const StagePlan& plan, const std::vector<Variant>& variants,
                                          const Gpu& gpu);
/// Machine code of one of these variants, module by module; waits for it.
std::vector<std::string> codes_of(std::size_t variant, const StagePlan& plan, CompileQueue& compiled);

class StageTrial : public Trial {
 public:
  /// compiled: by `compile_all` of the variants; sample: elements whose results are compared. Keeps
  /// references to all but `variants` and `sample`, and holds three states on the device.
  StageTrial(DeviceStage& stage, Launcher& launcher, std::vector<Variant> variants, CompileQueue& compiled,
             const std::vector<int>& sample);

  double elapsed() override;
  void load(std::size_t variant, TuningRow& row) override;
  StageSample run() override;
  double measure(double enough) override;

 private:
  void randomise(void* state, unsigned long long seed);
  void run_stage(const Array<std::byte>& u, const Array<std::byte>& u_next);
  void append_sample(const void* state, StageSample& to);

  const Stopwatch since_start_;
  DeviceStage& stage_;
  Launcher& launcher_;
  const std::vector<Variant> variants_;
  CompileQueue& compiled_;
  const Array<std::byte> u_, residual_, next_;
  const int n_elements_;  ///< of the sample
  const PinnedArray<int> elements_;
  const PinnedArray<double> values_;
};

}  // namespace dgsolve::cuda
