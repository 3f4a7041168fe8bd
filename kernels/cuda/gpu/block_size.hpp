/// How many threads and how much shared memory a block should have.
#pragma once

namespace dgsolve::cuda {

/// What of shared memory a kernel may declare: the 48 KB every GPU has, less what is not counted here.
inline constexpr int static_shared_bytes = 47 * 1024;

/// The number of groups of Np threads that a block should have so that the fewest lanes of its warps idle; at
/// most `limit`, and enough to make a few warps where that is allowed.
inline int choose_groups(int Np, int limit) {
  constexpr int min_threads = 64, max_threads = 256;  // wished for; an element may need more
  int best = 1;
  double best_share = 0;
  for (int groups = 1; groups <= limit && (groups == 1 || groups * Np <= max_threads); ++groups) {
    const int threads = groups * Np, lanes = (threads + 31) / 32 * 32;
    const double share = static_cast<double>(threads) / lanes;
    if (threads <= min_threads || share > best_share + 0.01) {
      best = groups;
      best_share = share;
    }
  }
  return best;
}

}  // namespace dgsolve::cuda
