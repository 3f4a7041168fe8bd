/// A wave problem on several GPUs: a part on each, of neighbouring cells in the mesh's order. All parts
/// compute by one variant, which makes results bit for bit those of one GPU with that variant.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/parts/parted_state.hpp"

namespace dgsolve::cuda {

class PartedWaveOperator : public WaveOperator {
 public:
  /// cells: of the parts, in order, none empty; launchers: a GPU's each. Keeps references to the launchers.
  /// Throws DeviceError where a GPU's memory is too small, where GPUs cannot compute alike, and where they
  /// cannot reach each other's memory.
  PartedWaveOperator(const WaveProblem& problem, const std::vector<CellRange>& cells, Precision precision,
                     const std::vector<Launcher*>& launchers);

  std::string variant() const override { return parts_[0]->variant(); }
  std::vector<TuningRow> tune() override;
  std::string layout() const override { return parts_[0]->layout(); }
  std::size_t n_auxiliaries() const override { return layout_->n_auxiliaries; }
  std::vector<PartReport> parts() const override;
  std::unique_ptr<WaveState> allocate() override;
  std::unique_ptr<StateCopy> allocate_copy() override;
  std::unique_ptr<Sampler> sampler(const std::vector<int>& elements, const std::vector<double>& weights,
                                   std::size_t capacity) override;
  std::unique_ptr<FrequencySampler> frequency_sampler(const FrequencyPoints& points) override;
  double energy(const WaveState& u) override;
  Powers powers(const WaveState& u, double t) override;
  void set_clock(double start, double dt) override;
  void advance_clock(long steps) override;
  void stage(const Stage& stage, const WaveState& u, WaveState& residual, WaveState& u_next) override;

 private:
  /// Starts a reduction on each part, and waits for all.
  template <class T, class Start>
  T reduce(Start start);

  const int n_fields_, Np_;
  const StageForm stage_form_;
  std::size_t largest_ = 0;  ///< the part with most cells, which chooses the variant
  std::vector<std::unique_ptr<GpuWaveOperator>> owned_;
  std::vector<GpuWaveOperator*> parts_;
  std::unique_ptr<PartLayout> layout_;
  std::unique_ptr<PeerExchange> exchange_;
};

}  // namespace dgsolve::cuda
