/// A run's way from 0 to its final time: intervals between output times, each in equal steps.
#pragma once

#include <optional>
#include <vector>

namespace dgsolve {

struct TimeInterval {
  double start = 0, target = 0;
  long n_steps = 0;
  double dt = 0;
};

/// Where a run stands: `done` steps into an interval.
struct TimePosition {
  TimeInterval interval;
  long done = 0;
  long steps = 0;  ///< since t = 0

  bool at_target() const { return done == interval.n_steps; }
  /// Steps are counted, not summed up; the target is met exactly.
  double time() const {
    return at_target() ? interval.target : interval.start + static_cast<double>(done) * interval.dt;
  }
};

class TimePlan {
 public:
  /// every: interval between output times; dt: the largest step.
  TimePlan(double final, double every, double dt);

  /// The interval that begins at a time and ends at the next output time; none from the final time on.
  std::optional<TimeInterval> next(double time) const;
  /// All steps of the run.
  long n_steps() const;
  /// How a run goes on that stood there, maybe with another plan: in the same interval where this plan has
  /// the same one, so that its steps stay what they were; else in one that begins at its time. Where that is
  /// the final time or later the position itself, at its target.
  TimePosition resume(const TimePosition& position) const;

 private:
  TimeInterval divided(double start, double target) const;

  const std::vector<double> output_times_;  ///< after 0; the final time is the last
  const double dt_;
};

}  // namespace dgsolve
