/// When something is due that a case wants at intervals: at the first step at or after every multiple.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace dgsolve {

class Schedule {
 public:
  /// every: interval in time; 0: at every step; none: never.
  explicit Schedule(std::optional<double> every) : every_(every) { pass(0); }

  /// All that was due up to a time is done.
  void pass(double time) {
    constexpr double most = 1e15;  // multiples that doubles tell apart
    if (!every_)
      next_ = std::numeric_limits<double>::infinity();
    else if (!(time < most * *every_))
      next_ = time;
    else  // an output time that is a multiple but for round-off counts as one
      next_ = *every_ * (std::floor(time / *every_ + 1e-9) + 1 - 1e-10);
  }
  bool due(double time) const { return time >= next_; }
  /// Steps of dt from a time until it is due, at least 1.
  long steps_until_due(double time, double dt) const { return steps_within(next_ - time, dt); }
  /// Steps of dt until a time from now, at least 1.
  static long steps_within(double time, double dt) {
    const double n = std::ceil(time / dt);
    return n < 1e9 ? std::max(1L, static_cast<long>(n)) : std::numeric_limits<long>::max();
  }

 private:
  std::optional<double> every_;
  double next_ = 0;  ///< infinite: never
};

}  // namespace dgsolve
