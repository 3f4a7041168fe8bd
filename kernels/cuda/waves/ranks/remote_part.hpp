/// Rank 0's side of a part in another process: passes on what it is asked for.
#pragma once

#include <array>
#include <vector>

#include "kernels/cuda/waves/ranks/part_link.hpp"
#include "kernels/cuda/waves/wave_part.hpp"

namespace dgsolve::cuda {

/// Measures of another process, as they came.
class RemoteSums {
 public:
  /// As put_sums put them.
  ReducedCells take(Channel& channel, StateMeasure which);

 private:
  std::vector<StagePlan::Reduction> launches_;
  std::vector<double> sums_;
};

class RemotePart : public WavePart {
 public:
  /// of_cell: values of fields; link: to the process that has the part. Keeps a reference to the link.
  RemotePart(Numbering numbering, std::size_t of_cell, PartLink& link)
      : link_(link), numbering_(std::move(numbering)), of_cell_(of_cell) {}

  bool is_elsewhere() const override { return true; }
  const Numbering& numbering() const override { return numbering_; }
  PartReport report() const override;
  void use(const std::string& variant) override;
  std::unique_ptr<WaveState> allocate() override;
  std::unique_ptr<StateCopy> allocate_copy() override;
  std::unique_ptr<Sampler> sampler(const SamplePoints& points) override;
  std::unique_ptr<PartStepController> part_step_controller(StepRule rule,
                                                           const ErrorWeights& weights) override;
  long limit(WaveState& u) override;
  std::vector<double> limited() override;
  void set_limited(std::span<const double> of_cells) override;
  void set_clock(double start, double dt) override;
  void advance_clock(long steps) override;
  void find_gradients(const Stage& stage, const WaveState& u) override;
  void stage(StageCells cells, const Stage& stage, const WaveState& u, WaveState& residual,
             WaveState& u_next) override;
  void start_measure(StateMeasure which, const WaveState& u, double t) override;
  ReducedCells sums(StateMeasure which) override;

 private:
  PartLink& link_;
  const Numbering numbering_;
  const std::size_t of_cell_;
  std::array<RemoteSums, state_measures.size()> sums_;
};

/// The number of a state that a remote part made.
int remote_id(const WaveState& state);

/// For RemoteSums.
inline void put_sums(Channel& channel, const ReducedCells& reduced) {
  channel.put(reduced.launches.size());
  for (const StagePlan::Reduction& reduction : reduced.launches) {
    channel.put(reduction.launch.kernel.blocks);
    channel.put(reduction.kind);
    channel.put(reduction.n_cells);
    channel.put(reduction.chunks);
  }
  channel.put_array(std::span(reduced.sums, n_sums(reduced.launches) * info(reduced.which).n_values));
}

}  // namespace dgsolve::cuda
