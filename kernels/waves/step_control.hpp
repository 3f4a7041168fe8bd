/// Steps in time whose size follows from their errors. An embedded formula of a lower order estimates the
/// error of each step, whose size is measured as √energy. At any time t the errors so far add up to at most
///   tolerance · √(largest energy so far) · (0.1 + 0.9 t/final);
/// where the energy does not grow by itself, no error does either, so that this bounds what all steps
/// together change in the state. A step may take a sixteenth of what is left of that sum; a step that takes
/// more is rejected, and tried again from the same state with a smaller size.
///
/// The next size is that of a proportional–integral controller (Hairer & Wanner, Solving Ordinary
/// Differential Equations II, 2nd ed., Springer 1996, IV.2): dt · 0.9 · e^(−0.7/k) · e_before^(0.4/k), where
/// e is the error over what the step might take, and k the power of dt by which it falls.
#pragma once

#include "kernels/base/clock.hpp"

namespace DGSOLVE_NAMESPACE {

/// Numbers by which a run goes on with the same steps.
struct StepRecord {
  double dt = 0;                           ///< of the next step, s; 0: none was tried yet
  double share = 1;                        ///< of what it might take, the error of the last accepted step
  double spent = 0;                        ///< errors of accepted steps, √J
  double largest_energy = 0;               ///< J
  double smallest_dt = 0, largest_dt = 0;  ///< of accepted steps, s
  long long accepted = 0, rejected = 0;

  bool operator==(const StepRecord&) const = default;
};

struct StepControl : StepRecord {
  double tolerance = 0, final = 0;
  int power = 1;              ///< of dt by which the estimate falls
  double least = 0;           ///< dt below which no step is tried
  double time = 0;            ///< reached so far
  double target = 0;          ///< where a step ends and no other is tried until there is a new target
  bool keeps = false;         ///< whether the step that ended last was accepted
  bool was_rejected = false;  ///< the last step tried: the next one is no larger

  DGSOLVE_INLINE bool gave_up() const { return !(dt >= least); }
  /// The clock of the next step: the way that is left is divided into equal steps.
  DGSOLVE_INLINE Clock clock() const {
    const double way = target - time, n = ::ceil(way / dt * (1 - 1e-12));
    return {time, n > 1 ? way / n : way, 0};
  }

  /// Decides on the step that the clock was set for. error, energy: J, of the estimated error and of the new
  /// state; what is not finite is rejected.
  DGSOLVE_INLINE void end_step(double error, double energy) {
    keeps = false;
    if (time == target || gave_up()) return;
    const double tried = clock().dt, size = ::sqrt(error), largest = max_of(energy, largest_energy);
    const double after = tried == target - time ? target : time + tried;
    const double budget = tolerance * ::sqrt(largest) * (0.1 + 0.9 * after / final);
    const double allowed = (budget - spent) / 16, e = size / allowed;
    keeps = size <= allowed;
    if (keeps) {
      accept(tried, e);
      time = after;
      spent += size;
      largest_energy = largest;
    } else {
      ++rejected;
      dt = tried * (e > 1 ? max_of(0.2, 0.9 * ::pow(e, -1.0 / power)) : 0.2);
    }
    was_rejected = !keeps;
  }

 private:
  DGSOLVE_INLINE void accept(double tried, double e) {
    const double most = was_rejected ? 1 : 5;
    const double factor = e > 0 ? 0.9 * ::pow(e, -0.7 / power) * ::pow(share, 0.4 / power) : most;
    dt = tried * max_of(0.2, factor < most ? factor : most);
    share = max_of(e > 0 ? e : 0.0, 1e-4);
    smallest_dt = accepted == 0 || tried < smallest_dt ? tried : smallest_dt;
    largest_dt = max_of(tried, largest_dt);
    ++accepted;
  }
};

/// The estimate of a step's error as a sum of states, each a step has anyway; exact in these weights.
struct ErrorWeights {
  double first, before, next;  ///< of the state before the step, before its last stage, and after it
};

}  // namespace DGSOLVE_NAMESPACE
