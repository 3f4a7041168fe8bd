/// A wave problem on several GPUs: a part on each, of neighbouring cells in the mesh's order. All parts
/// compute by one variant, which makes results bit for bit those of one GPU with that variant. Parts may be
/// in other processes.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/gpu_wave_operator.hpp"
#include "kernels/cuda/waves/parts/parted_state.hpp"

namespace dgsolve::cuda {

class PartedWaveOperator : public WaveOperator {
 public:
  /// parts: of the problem, in the order of their cells; chooser: the one of them that chose the variant by
  /// which all compute; set_up: where the time went that making them took.
  PartedWaveOperator(const WaveProblem& problem, Precision precision,
                     std::vector<std::unique_ptr<WavePart>> parts, GpuWaveOperator& chooser,
                     std::unique_ptr<PartExchange> exchange, const PhaseClock& set_up);

  std::string variant() const override { return chooser_.variant(); }
  std::vector<TuningRow> tune() override;
  std::string layout() const override { return chooser_.layout(); }
  std::size_t n_auxiliaries() const override { return layout_.n_auxiliaries; }
  std::vector<PartReport> parts() const override;
  StateParts parts_by_rank() const override;
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

 private:
  const int n_fields_, Np_;
  const bool is_viscous_;
  const StageForm stage_form_;
  const std::size_t face_bytes_;  ///< of a face's nodes
  const std::vector<std::unique_ptr<WavePart>> parts_;
  GpuWaveOperator& chooser_;
  const PartLayout layout_;
  const std::unique_ptr<PartExchange> exchange_;
};

/// On several GPUs of this process, which reach each other's memory. cells: of the parts, in order, none
/// empty; launchers: a GPU's each. Keeps references to the launchers. Throws DeviceError where a GPU's memory
/// is too small, where GPUs cannot compute alike, and where they cannot reach each other's memory.
std::unique_ptr<WaveOperator> share_among_gpus(const WaveProblem& whole, const std::vector<CellRange>& cells,
                                               Precision precision, const std::vector<Launcher*>& launchers);

}  // namespace dgsolve::cuda
