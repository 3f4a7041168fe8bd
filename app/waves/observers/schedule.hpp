/// When something is due that a case wants at intervals: at the first step at or after every multiple.
#pragma once

#include <optional>

namespace dgsolve {

class Schedule {
 public:
  /// every: interval in time; 0: at every step; none: never.
  explicit Schedule(std::optional<double> every) : every_(every) { pass(0); }

  /// All that was due up to a time is done.
  void pass(double time);
  bool due(double time) const { return time >= next_; }
  /// Steps of dt from a time until it is due, at least 1.
  long steps_until_due(double time, double dt) const;

 private:
  std::optional<double> every_;
  double next_ = 0;  ///< infinite: never
};

}  // namespace dgsolve
