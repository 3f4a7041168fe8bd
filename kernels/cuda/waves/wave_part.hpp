/// What an operator in parts asks of a part, which may be on a GPU of this process or of another one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "kernels/cuda/waves/device/part_step_controller.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

class WavePart {
 public:
  virtual ~WavePart() = default;

  virtual bool is_elsewhere() const { return false; }  ///< in another process
  virtual const Numbering& numbering() const = 0;
  /// But for what it sends to others.
  virtual PartReport report() const = 0;
  /// Computes stages by that variant from now on, as WaveOperator::tune does by the fastest. Throws
  /// DeviceError where the part's GPU cannot.
  virtual void use(const std::string& variant) = 0;

  // As WaveOperator's, for the part's cells, counted from its first one.

  virtual std::unique_ptr<WaveState> allocate() = 0;
  virtual std::unique_ptr<StateCopy> allocate_copy() = 0;
  virtual std::unique_ptr<Sampler> sampler(const SamplePoints& points) = 0;
  virtual std::unique_ptr<PartStepController> part_step_controller(StepRule rule,
                                                                   const ErrorWeights& weights) = 0;
  virtual long limit(WaveState& u) = 0;
  virtual std::vector<double> limited() = 0;
  virtual void set_limited(std::span<const double> of_cells) = 0;
  virtual void set_clock(double start, double dt) = 0;
  virtual void advance_clock(long steps) = 0;
  /// Gradients in its own cells, before the stage that reads them; nothing where the flux is not viscous.
  virtual void find_gradients(const Stage& stage, const WaveState& u) = 0;
  /// The rim first.
  virtual void stage(StageCells cells, const Stage& stage, const WaveState& u, WaveState& residual,
                     WaveState& u_next) = 0;

  /// Begins to add up; the sums are waited for by the call below, and hold until the next start.
  virtual void start_measure(StateMeasure which, const WaveState& u, double t) = 0;
  virtual ReducedCells sums(StateMeasure which) = 0;
};

}  // namespace dgsolve::cuda
