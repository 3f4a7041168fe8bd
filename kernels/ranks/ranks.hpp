/// The processes that share a problem, and what they say to each other through the host. Rank 0 leads the
/// others, or all do the same (RankWork). A process that is gone ends all others.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernels/ranks/channel.hpp"
#include "kernels/ranks/meeting.hpp"

namespace dgsolve {

/// What processes do together beside what they say here, and what does not end by itself when one is gone.
class SharedByRanks {
 public:
  virtual ~SharedByRanks() = default;
  /// What went wrong with it; empty: nothing. Another thread calls this and `abandon`.
  virtual std::string trouble() = 0;
  /// Ends what waits for other processes, whatever becomes of its results. Does not wait.
  virtual void abandon() = 0;
};

class Ranks {
 public:
  using Tell = Meeting::Tell;

  /// Waits until all have come. folder: which all see; identity: what all must have alike; say: for the log;
  /// last_resort: called with the reason by another thread where a process is gone and this one has not ended
  /// by itself. Throws what Meeting and `join` throw.
  Ranks(const std::filesystem::path& folder, OwnRank place, const std::string& identity, const Tell& say,
        Tell last_resort, RankLimits limits);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();

  int rank() const { return place_.rank; }
  int n() const { return place_.n; }
  bool leads() const { return place_.rank == 0; }
  int rank_on_host() const { return rank_on_host_; }

  /// Between rank 0 and another one: at rank 0 to that one, at others their own.
  Channel& commands(int rank) { return *channels_[index(rank)]; }
  /// The same for what another thread reads meanwhile.
  Channel& readings(int rank) { return *channels_[index(rank) + 1]; }

  // All processes call these together.

  /// What rank 0 says; the others' texts are not looked at.
  std::string from_first(const std::string& text);
  /// What all say, [rank], at rank 0; empty at the others.
  std::vector<std::string> to_first(const std::string& text);

  /// Throws RankLost.
  void check() const { loss_->check(); }
  /// Watches this too; null: no longer.
  void watch_over(SharedByRanks* shared);
  /// From now on processes may go: the run is over.
  void let_go() { is_over_ = true; }

 private:
  std::size_t index(int rank) const { return leads() ? (rank - 1) * n_channels : 0; }
  void watch();
  /// Until something happens, or for a second.
  void wait_for_news();
  bool is_woken_within(int milliseconds) const;
  void end_all();

  const OwnRank place_;
  const Tell last_resort_;
  const RankLimits limits_;
  const std::shared_ptr<RankLoss> loss_ = std::make_shared<RankLoss>();
  std::unique_ptr<Meeting> meeting_;  ///< null but at rank 0
  int rank_on_host_ = 0;
  std::vector<std::unique_ptr<Channel>> channels_;  ///< [other][channel]
  std::atomic<bool> is_over_ = false, stops_ = false;
  std::mutex mutex_;
  SharedByRanks* shared_ = nullptr;
  Socket wakes_, is_woken_;  ///< two ends of a pair
  std::thread watcher_;
};

}  // namespace dgsolve
