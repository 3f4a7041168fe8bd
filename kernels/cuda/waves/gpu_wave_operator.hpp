/// A wave problem on a GPU: the stage plan's kernels, compiled for this GPU and this problem, by the fastest
/// of their variants.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/gpu/compile_queue.hpp"
#include "kernels/cuda/waves/device/gpu_state.hpp"
#include "kernels/cuda/waves/device/state_reduction.hpp"
#include "kernels/cuda/waves/wave_part.hpp"

namespace dgsolve::cuda {

class GpuWaveOperator : public WaveOperator, public WavePart {
 public:
  /// shape: the whole problem's. Keeps a reference to the launcher. Throws DeviceError where the GPU's memory
  /// is too small.
  GpuWaveOperator(const WaveProblem& problem, const StageShape& shape, Precision precision,
                  Launcher& launcher);
  /// A part that computes by another one's variant: nothing before `use` says which.
  GpuWaveOperator(std::unique_ptr<StagePlan> plan, Launcher& launcher);

  std::string variant() const override { return variant_; }
  std::vector<TuningRow> tune() override;
  std::string layout() const override;
  std::size_t n_auxiliaries() const override { return stage_.plan().n_auxiliaries(); }
  std::unique_ptr<WaveState> allocate() override;
  std::unique_ptr<StateCopy> allocate_copy() override;
  std::unique_ptr<Sampler> sampler(const SamplePoints& points) override;
  std::unique_ptr<StepController> step_controller(StepRule rule, const ErrorWeights& weights,
                                                  RelativeSize compare) override;
  std::vector<double> measure(StateMeasure which, const WaveState& u, double t) override;
  long limit(WaveState& u) override;
  std::vector<double> limited() override;
  void set_limited(std::span<const double> of_cells) override;
  void set_clock(double start, double dt) override;
  void advance_clock(long steps) override;
  void stage(const Stage& stage, const WaveState& u, WaveState& residual, WaveState& u_next) override;

  // For operators that this one is a part of.

  const DeviceStage& device_stage() const { return stage_; }
  Launcher& launcher() const { return launcher_; }
  const Numbering& numbering() const override { return stage_.plan().numbering; }
  PartReport report() const override;
  void use(const std::string& variant) override;
  void find_gradients(const Stage& stage, const WaveState& u) override;
  void stage(StageCells cells, const Stage& stage, const WaveState& u, WaveState& residual,
             WaveState& u_next) override;
  std::unique_ptr<PartStepController> part_step_controller(StepRule rule,
                                                           const ErrorWeights& weights) override;
  void start_measure(StateMeasure which, const WaveState& u, double t) override;
  ReducedCells sums(StateMeasure which) override;

 private:
  std::vector<CellKind> kinds() const;
  void expect_no_states() const;
  /// Variants that this GPU can run.
  std::vector<Variant> usable_variants(const StagePlan& plan) const;
  /// … and that are tried: no library's products.
  std::vector<Variant> tried_variants(const StagePlan& plan) const;
  /// Finds the candidates, and begins to compile them.
  void begin_choice(const StagePlan& plan, const std::string& wanted);
  void end_choice();
  std::vector<TuningRow> find_fastest();
  std::string decision_name(const StagePlan& plan) const;

  const Precision precision_;
  Launcher& launcher_;
  std::vector<Variant> candidates_;         ///< all that are usable, or the one that is known to be best
  std::unique_ptr<CompileQueue> compiled_;  ///< their kernels; null once one is chosen
  DeviceStage stage_;
  const std::vector<int> sample_;  ///< elements by which tuning compares variants; none: they are not tuned
  std::string variant_;
  StateTransfer transfer_;
  std::array<std::unique_ptr<StateReduction>, state_measures.size()> reductions_;  ///< null: nobody asked yet
  const std::shared_ptr<int> n_states_ = std::make_shared<int>(0);  ///< living states and copies
};

}  // namespace dgsolve::cuda
