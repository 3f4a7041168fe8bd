/// The end of a step whose size the device chooses, as a part of a problem takes it.
#pragma once

#include <optional>

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

/// Measures of a part at the end of a step.
struct StepMeasures {
  ReducedCells of_state;
  std::optional<ReducedCells> of_error;  ///< where errors are estimated
};

/// A part's share of a StepController: all parts decide alike.
class PartStepController {
 public:
  virtual ~PartStepController() = default;

  virtual void set(const StepControl& control) = 0;
  virtual StepControl control() const = 0;
  /// Begins to measure; overwrites the estimate where errors are estimated.
  virtual void start_measures(const WaveState& first, const WaveState& before, const WaveState& u,
                              WaveState& estimate) = 0;
  /// Waits; they hold until the next start.
  virtual StepMeasures sums() = 0;
  /// By what all parts measured.
  virtual void end_step(double of_state, double of_error, const WaveState& first, WaveState& u) = 0;
};

}  // namespace dgsolve::cuda
