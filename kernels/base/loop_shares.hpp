/// A loop's indices, dealt out to threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "kernels/base/cell_runs.hpp"

namespace dgsolve {

/// A thread takes its own share of neighbouring indices, the same in every loop of this length, whose memory
/// is near it. Then it takes what others have left of theirs: virtual cores share units, and are not equally
/// fast (kernels/PERFORMANCE.md).
class LoopShares {
 public:
  LoopShares(int n, int threads) : shares_(threads), chunk_(std::max(1, n / (threads * chunks))) {
    for (int i = 0; i < threads; ++i) {
      shares_[i].next = bound(n, i);
      shares_[i].last = bound(n, i + 1);
    }
  }

  /// The indices that a thread does next; none where all are done or being done.
  CellRange take(int thread) {
    const int n = static_cast<int>(shares_.size());
    for (int i = 0; i < n; ++i) {
      Share& share = shares_[(thread + i) % n];
      if (share.next.load(std::memory_order_relaxed) >= share.last) continue;
      const int first = share.next.fetch_add(chunk_, std::memory_order_relaxed);
      if (first < share.last) return {first, std::min(first + chunk_, share.last)};
    }
    return {0, 0};
  }

 private:
  static constexpr int chunks = 16;  ///< of a share
  struct alignas(64) Share {
    std::atomic<int> next = 0;
    int last = 0;
  };

  int bound(int n, std::size_t share) const { return static_cast<int>(n * share / shares_.size()); }

  std::vector<Share> shares_;
  const int chunk_;
};

}  // namespace dgsolve
