/// Steps in time whose size the device chooses, by one of three rules.
///
/// By the state: where waves are as fast as the state makes them, a step has at most a given CFL number in
/// the state it begins with (kernels/waves/traits/step_rate.hpp). A step is rejected where a limiter may have
/// found its state inadmissible, and tried again with half the size; without a limiter none is.
///
/// By errors: an embedded formula of a lower order estimates the error of each step, whose size is measured
/// as √energy. At any time t the errors so far add up to at most
///   tolerance · √(largest energy so far) · (0.1 + 0.9 t/final);
/// where the energy does not grow by itself, no error does either, so that this bounds what all steps
/// together change in the state. A step may take a sixteenth of what is left of that sum; a step that takes
/// more is rejected, and tried again from the same state with a smaller size.
///
/// By relative errors, where no energy is a square of the state: the estimated error of each step is at most
/// `tolerance` times the state, as the equation compares them (kernels/waves/traits/equation.hpp,
/// relative_size).
///
/// After an error the next size is that of a proportional–integral controller (Hairer & Wanner, Solving
/// Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.2): dt · 0.9 · e^(−0.7/k) ·
/// e_before^(0.4/k), where e is the error over what the step might take, and k the power of dt by which it
/// falls.
#pragma once

#include "kernels/base/clock.hpp"
#include "kernels/waves/state_measures.hpp"

namespace DGSOLVE_NAMESPACE {

enum class StepRule : unsigned char { state, error, relative_error };

/// Numbers by which a run goes on with the same steps.
struct StepRecord {
  double dt = 0;                           ///< of the next step at most, s; 0: none was tried yet
  double share = 1;                        ///< of what it might take, the error of the last accepted step
  double spent = 0;                        ///< errors of accepted steps, √J
  double largest_energy = 0;               ///< J
  double smallest_dt = 0, largest_dt = 0;  ///< of accepted steps, s
  long long accepted = 0, rejected = 0;

  bool operator==(const StepRecord&) const = default;
};

struct StepControl : StepRecord {
  StepRule rule = StepRule::error;
  double cfl = 1;                   ///< by the state: CFL number of a step
  double tolerance = 0, final = 0;  ///< by errors
  int power = 1;                    ///< of dt by which the estimate falls
  bool limits = false;              ///< by the state: a state that is not finite rejects the step
  double least = 0;                 ///< dt below which no step is tried
  double time = 0;                  ///< reached so far
  double target = 0;                ///< where a step ends and no other is tried until there is a new target
  bool keeps = false;               ///< whether the step that ended last was accepted
  int rejected_in_a_row = 0;        ///< behind a rejected step the next one is no larger

  static constexpr int most_rejected_in_a_row = 20;
  DGSOLVE_INLINE bool gave_up() const { return dt < least || rejected_in_a_row >= most_rejected_in_a_row; }
  /// Equal steps into which the way that is left is divided.
  DGSOLVE_INLINE double steps_left() const {
    const double n = ::ceil((target - time) / dt * (1 - 1e-12));
    return n > 1 ? n : 1;
  }
  /// The clock of the next step.
  DGSOLVE_INLINE Clock clock() const { return {time, (target - time) / steps_left(), 0}; }

  /// By the state: the size of the next step. Where the rate is not finite, neither is the state; then the
  /// step is the whole way, so that those who look at the energy see it.
  DGSOLVE_INLINE void follow(double rate) { dt = cfl / (rate + (rate - rate)); }

  /// By the state, dt is what `follow` found in it, maybe by another CFL number than that of the record.
  DGSOLVE_INLINE void go_on(const StepRecord& record) {
    const double followed = dt;
    static_cast<StepRecord&>(*this) = record;
    if (rule == StepRule::state) dt = followed;
  }

  /// Decides on the step that the clock was set for, by what its rule's row says is measured of the new state
  /// and of the estimated error; by relative errors, of_error is that. Where a step is rejected by its error,
  /// what is not finite counts as too large.
  DGSOLVE_INLINE void end_step(double of_state, double of_error) {
    keeps = false;
    if (time == target || gave_up()) return;
    const double tried = clock().dt, after = tried == target - time ? target : time + tried;
    if (rule == StepRule::state) {
      keeps = !limits || of_state - of_state == 0;
      if (keeps)
        follow(of_state);
      else
        dt = tried / 2;
    } else if (rule == StepRule::error) {
      limit_error(tried, after, of_error, of_state);
    } else {
      judge(tried, of_error, tolerance);
    }
    if (keeps) {
      time = after;
      count(tried);
    } else {
      ++rejected;
    }
    rejected_in_a_row = keeps ? 0 : rejected_in_a_row + 1;
  }

 private:
  /// error, energy: J, of the estimated error and of the new state.
  DGSOLVE_INLINE void limit_error(double tried, double after, double error, double energy) {
    const double size = ::sqrt(error), largest = max_of(energy, largest_energy);
    const double budget = tolerance * ::sqrt(largest) * (0.1 + 0.9 * after / final);
    judge(tried, size, (budget - spent) / 16);
    if (!keeps) return;
    spent += size;
    largest_energy = largest;
  }
  DGSOLVE_INLINE void judge(double tried, double error, double allowed) {
    const double e = error / allowed;
    keeps = error <= allowed;
    if (keeps)
      accept(tried, e);
    else
      dt = tried * (e > 1 ? max_of(0.2, 0.9 * ::pow(e, -1.0 / power)) : 0.2);
  }
  DGSOLVE_INLINE void accept(double tried, double e) {
    const double most = rejected_in_a_row > 0 ? 1 : 5;
    const double factor = e > 0 ? 0.9 * ::pow(e, -0.7 / power) * ::pow(share, 0.4 / power) : most;
    dt = tried * max_of(0.2, factor < most ? factor : most);
    share = max_of(e > 0 ? e : 0.0, 1e-4);
  }
  DGSOLVE_INLINE void count(double tried) {
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

#ifndef DGSOLVE_KERNEL_TEXT

namespace dgsolve {

/// How the sizes of an error and of a state compare (kernels/waves/traits/equation.hpp, relative_size).
using RelativeSize = double (*)(const double* error, const double* state);

/// Numbers by which a rule decides at the end of a step.
struct StepRuleInfo {
  StateMeasure measure;   ///< of the new state
  bool estimates_errors;  ///< the same is measured of the estimated error
};
/// In the order of StepRule.
inline constexpr std::array<StepRuleInfo, 3> step_rules = {{
    {StateMeasure::step_rate, false},
    {StateMeasure::energy, true},
    {StateMeasure::squares, true},
}};
constexpr const StepRuleInfo& info(StepRule rule) { return step_rules[static_cast<std::size_t>(rule)]; }

}  // namespace dgsolve

#endif
