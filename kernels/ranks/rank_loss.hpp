/// That a process of a run is gone, as all threads of the others come to know it.
#pragma once

#include <mutex>
#include <stdexcept>
#include <string>

namespace dgsolve {

/// Another process of the run is gone, or cannot be reached.
class RankLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was noticed first stays the reason: what follows from it looks like losses too.
class RankLoss {
 public:
  void note(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (reason_.empty()) reason_ = reason;
  }
  /// Empty: nobody was lost.
  std::string reason() const {
    const std::lock_guard lock(mutex_);
    return reason_;
  }
  /// Throws RankLost.
  void check() const {
    if (const std::string why = reason(); !why.empty()) throw RankLost(why);
  }

 private:
  mutable std::mutex mutex_;
  std::string reason_;
};

}  // namespace dgsolve
