/// A wave problem on the CPU. A block of elements reads the state of the stage before and writes its own, in
/// one order, so that results do not depend on the number of threads.
#pragma once

#include <memory>
#include <optional>

#include "kernels/base/clock.hpp"
#include "kernels/base/pace.hpp"
#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/simd/memory.hpp"
#include "kernels/host/waves/dispatch.hpp"
#include "kernels/host/waves/problem/prepared_problem.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::host {

struct HostOptions {
  InstructionSet instruction_set = choose_instruction_set();
  int threads = 0;  ///< 0: as many as OpenMP gives (OMP_NUM_THREADS)
  bool use_traits =
      true;  ///< faster forms for equations with optional traits (kernels/waves/traits/equation.hpp)
  std::vector<KernelFile> kernels = shipped_kernels();
};

template <class T>
class HostWaveOperator : public WaveOperator {
 public:
  /// bytes: what all living operators of a device hold, added up.
  HostWaveOperator(const WaveProblem& problem, const HostOptions& options, const ByteCount& bytes);

  std::string variant() const override { return "straight"; }
  std::vector<TuningRow> tune() override { return {}; }
  std::string layout() const override;
  std::size_t n_auxiliaries() const override { return problem_.n_auxiliaries(); }
  std::unique_ptr<WaveState> allocate() override;
  std::unique_ptr<StateCopy> allocate_copy() override;
  std::unique_ptr<Sampler> sampler(const SamplePoints& points) override;
  std::unique_ptr<StepController> step_controller(StepRule rule, const ErrorWeights& weights,
                                                  RelativeSize compare) override;
  std::vector<double> measure(StateMeasure which, const WaveState& u, double t) override;
  void set_clock(double start, double dt) override { clock_ = {start, dt, 0}; }
  void advance_clock(long steps) override { clock_.steps += steps; }
  long limit(WaveState& u) override;
  std::vector<double> limited() override;
  void set_limited(std::span<const double> of_cells) override;
  void stage(const Stage& stage, const WaveState& u, WaveState& residual, WaveState& u_next) override;

 private:
  /// A cell group, and the kernels of its kind.
  struct Group {
    Numbering::Group blocks;
    const CellKernels<T>& equation;
    const CellKernels<T>* model;  ///< null: no local model
    Tables<T> tables;
  };
  std::vector<Group> find_groups(const WaveProblem& problem, const HostOptions& options) const;
  std::size_t scratch_size() const;
  double energy_of(const WaveState& u);
  /// kernel: of one of the measures that are [max_integrals].
  std::vector<double> integrals_of(decltype(CellKernels<T>::integrals) CellKernels<T>::*kernel,
                                   const WaveState& u);
  Powers powers_in(const WaveState& u, double t);
  double step_rate_of(const WaveState& u);
  /// Calls body(group, first block, last, scratch) on all threads.
  template <class Body>
  void for_blocks(Body body);

  const int threads_;  ///< at most
  const StageForm form_;
  const bool use_traits_;
  const Kernels<T>& kernels_;  ///< without a model
  PreparedProblem<T> problem_;
  const std::vector<CellRate> cell_rates_;  ///< [slot], or none
  const std::vector<Group> groups_;
  std::vector<AlignedArray<T>> scratch_;  ///< one a thread
  /// [block][node][lane][variable][axis], of the stage at hand; empty: the flux is not viscous.
  AlignedArray<T> gradients_;
  std::vector<double> acted_;  ///< [slot], s: what the limiter took away, over time; empty: there is none
  Clock clock_{};
  std::optional<Pace> pace_;  ///< of the stages, once they begin
  const ByteCount bytes_;
  const CountedBytes counted_;  ///< tables and scratch
};

}  // namespace dgsolve::host
