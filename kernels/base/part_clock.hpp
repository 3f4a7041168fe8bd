/// Where wall-clock time goes: a clock whose time is cut into parts with names.
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

struct TimePart {
  std::string name;
  double seconds = 0;
};

/// The parts add up to the time until the last mark. For one thread.
class PartClock {
 public:
  /// The time since the last mark, or since the clock was made, belongs to a part, s. A part may come several
  /// times.
  double mark(const std::string& part) {
    const double now = watch_.seconds(), seconds = now - std::exchange(marked_, now);
    add(part, seconds);
    return seconds;
  }
  /// The same, where another clock knows shares of this time by name; the part gets the rest.
  double mark(const std::string& part, const std::vector<TimePart>& shares) {
    const double seconds = mark(part);
    for (const TimePart& share : shares) {
      add(share.name, share.seconds);
      add(part, -share.seconds);
    }
    return seconds;
  }
  /// Does some work, whose time belongs to a part; what went before it since the last mark does too.
  template <class Work>
  auto time(const std::string& part, Work work) {
    const AtEnd at_end{*this, part};
    return work();
  }

  /// The time since the last mark belongs to parts that another clock named; what it knows of them is added.
  void mark_all(const std::vector<TimePart>& parts) {
    marked_ = watch_.seconds();
    for (const TimePart& part : parts) add(part.name, part.seconds);
  }

  /// In the order of their first marks.
  const std::vector<TimePart>& parts() const { return parts_; }
  /// Since the clock was made.
  double seconds() const { return watch_.seconds(); }

 private:
  struct AtEnd {
    PartClock& clock;
    const std::string& part;
    ~AtEnd() { clock.mark(part); }
  };

  void add(const std::string& part, double seconds) {
    const auto found = std::ranges::find(parts_, part, &TimePart::name);
    if (found == parts_.end())
      parts_.push_back({part, seconds});
    else
      found->seconds += seconds;
  }

  Stopwatch watch_;
  double marked_ = 0;  ///< when the last mark was, s
  std::vector<TimePart> parts_;
};

}  // namespace dgsolve
