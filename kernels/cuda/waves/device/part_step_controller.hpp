/// The end of a step whose size follows from errors, as a part of a problem takes it.
#pragma once

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

/// A part's sums of a step's error, and of the energy after it.
struct StepSums {
  ReducedCells errors, energies;
};

/// A part's share of a StepController: all parts decide alike.
class PartStepController {
 public:
  virtual ~PartStepController() = default;

  virtual void set(const StepControl& control) = 0;
  virtual StepControl control() const = 0;
  /// Begins to add up, which overwrites the estimate.
  virtual void start_sums(const WaveState& first, const WaveState& before, const WaveState& u,
                          WaveState& estimate) = 0;
  /// Waits; they hold until the next start.
  virtual StepSums sums() = 0;
  /// By the sums of all parts.
  virtual void end_step(double error, double energy, const WaveState& first, WaveState& u) = 0;
};

}  // namespace dgsolve::cuda
