/// The time steps of a run: intervals between output times, each divided into equal steps.
#pragma once

#include <optional>
#include <vector>

namespace dgsolve {

struct TimeInterval {
  double start = 0, target = 0;
  long n_steps = 0;
  double dt = 0;
};

/// The position of a run: `done` steps into an interval.
struct TimePosition {
  TimeInterval interval;
  long done = 0;
  long steps = 0;  ///< since t = 0

  bool at_target() const { return done == interval.n_steps; }
  /// From the number of steps, not from a sum; the target is met exactly.
  double time() const {
    return at_target() ? interval.target : interval.start + static_cast<double>(done) * interval.dt;
  }
};

class TimePlan {
 public:
  /// every: interval between output times; dt: the largest step.
  TimePlan(double final, double every, double dt);

  /// The interval from a time to the next output time; empty from the final time on.
  std::optional<TimeInterval> next(double time) const;
  /// Number of steps of the whole run.
  long n_steps() const;
  /// Where a run continues that stopped at a position, perhaps under another plan. If this plan has the same
  /// interval, at the same position in it, so that the steps stay the same; else in an interval that begins
  /// at the position's time. At or after the final time: the position itself, at its target.
  TimePosition resume(const TimePosition& position) const;

 private:
  TimeInterval divided(double start, double target) const;

  const std::vector<double> output_times_;  ///< after 0; the final time is the last
  const double dt_;
};

}  // namespace dgsolve
