/// Several processes with an emulated GPU each, forked from the test, which is rank 0.
#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::simt {

class RankProcesses {
 public:
  /// A process's work; its exceptions end it with status 1 and are said on stderr.
  using Work = std::function<void(Ranks&)>;

  /// With which a process ends that does not end by itself; rank 0 goes on.
  static constexpr int last_resort = 9;

  /// Begins the work of ranks 1…n−1. Before the test makes threads.
  RankProcesses(int n, const Work& others, RankLimits limits = {});
  RankProcesses(const RankProcesses&) = delete;
  RankProcesses& operator=(const RankProcesses&) = delete;
  /// Kills those that are still there.
  ~RankProcesses();

  /// Rank 0's; made by the first call.
  Ranks& ranks();
  void kill(int rank) const;
  /// Waits for it; −1: it was killed.
  int status_of(int rank);

 private:
  const test::TemporaryFolder folder_;
  const int n_;
  const RankLimits limits_;
  std::vector<pid_t> processes_;  ///< [rank − 1], 0: waited for
  std::unique_ptr<Ranks> ranks_;
};

}  // namespace dgsolve::simt
