/// Where wall-clock time goes: a clock whose time is cut into phases with names.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace dgsolve {

/// Wall-clock seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct TimePhase {
  std::string name;
  double seconds = 0;
};

/// The phases add up to the time until the last mark. For one thread.
class PhaseClock {
 public:
  /// The time since the last mark, or since the clock was made, belongs to a phase, s. A phase may come
  /// several times.
  double mark(const std::string& phase) {
    const double now = watch_.seconds(), seconds = now - std::exchange(marked_, now);
    add(phase, seconds);
    return seconds;
  }
  /// Marks a phase of which another clock knows shares by name; the phase gets the rest.
  double mark(const std::string& phase, const std::vector<TimePhase>& shares) {
    const double seconds = mark(phase);
    for (const TimePhase& share : shares) {
      add(share.name, share.seconds);
      add(phase, -share.seconds);
    }
    return seconds;
  }
  /// Does some work, whose time belongs to a phase; what went before it since the last mark does too.
  template <class Work>
  auto time(const std::string& phase, Work work) {
    const AtEnd at_end{*this, phase};
    return work();
  }

  /// The time since the last mark belongs to phases that another clock named; what it knows of them is added.
  void mark_all(const std::vector<TimePhase>& phases) {
    marked_ = watch_.seconds();
    for (const TimePhase& phase : phases) add(phase.name, phase.seconds);
  }

  /// In the order of their first marks.
  const std::vector<TimePhase>& phases() const { return phases_; }
  /// Since the clock was made.
  double seconds() const { return watch_.seconds(); }

 private:
  struct AtEnd {
    PhaseClock& clock;
    const std::string& phase;
    ~AtEnd() { clock.mark(phase); }
  };

  void add(const std::string& phase, double seconds) {
    const auto found = std::ranges::find(phases_, phase, &TimePhase::name);
    if (found == phases_.end())
      phases_.push_back({phase, seconds});
    else
      found->seconds += seconds;
  }

  Stopwatch watch_;
  double marked_ = 0;  ///< when the last mark was, s
  std::vector<TimePhase> phases_;
};

}  // namespace dgsolve
