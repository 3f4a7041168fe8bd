/// What a recording of the emulated GPU takes in: calls of its launcher, and of those that follow events of
/// it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::simt {

class Capture {
 public:
  using Work = std::function<void()>;

  explicit Capture(const cuda::Launcher& origin) : origin_(&origin) { last_call_[origin_] = 0; }

  bool has(const cuda::Launcher& launcher) const { return last_call_.contains(&launcher); }
  bool has(const cuda::Event& event) const { return events_.contains(&event); }
  void add(const cuda::Launcher& launcher, const Work& call) {
    calls_.push_back(call);
    last_call_[&launcher] = calls_.size();
  }
  /// By a launcher that is in it, whose call that was.
  void record(const cuda::Launcher& launcher, const cuda::Event& event) {
    events_[&event] = behind_[&launcher];
    events_[&event][&launcher] = calls_.size();
  }
  /// An event that is in it. From here on the recording takes the launcher in.
  void follow(const cuda::Launcher& launcher, const cuda::Event& event) {
    last_call_.try_emplace(&launcher);
    for (const auto& [other, call] : events_.at(&event)) {
      std::size_t& behind = behind_[&launcher][other];
      behind = std::max(behind, call);
    }
  }
  /// Whether its own launcher is, at the end, behind all that it took in.
  bool ends_behind_all() const {
    const auto found = behind_.find(origin_);
    return std::ranges::all_of(last_call_, [&](const auto& last) {
      if (last.first == origin_) return true;
      return found != behind_.end() && found->second.contains(last.first) &&
             found->second.at(last.first) >= last.second;
    });
  }
  std::vector<Work> take_calls() { return std::move(calls_); }

 private:
  using Calls = std::map<const cuda::Launcher*, std::size_t>;  ///< each launcher's up to this one

  const cuda::Launcher* const origin_;
  std::vector<Work> calls_;
  Calls last_call_;  ///< of each launcher that is in it
  std::map<const cuda::Event*, Calls> events_;
  std::map<const cuda::Launcher*, Calls> behind_;  ///< of which calls of others what a launcher does next is
};

}  // namespace dgsolve::simt
