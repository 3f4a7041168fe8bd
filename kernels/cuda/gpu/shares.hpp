/// How sums are cut, for the kernel text and for the code that launches it.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

inline constexpr int vector_threads = 256;      ///< a block of the kernels over vectors
inline constexpr int most_partial_sums = 1024;  ///< blocks of a reduction, each of which leaves one sum

/// How a sum over n numbers is cut into the blocks' shares: neighbours, as many as whole turns of a block's
/// threads take. That depends on n alone, so that a sum has the same bits wherever its blocks run.
struct Shares {
  long long n;
  int n_blocks;

  constexpr explicit Shares(long long n) : n(n), n_blocks(1) {
    constexpr long long numbers_a_block = 4 * vector_threads;
    const long long wanted = (n + numbers_a_block - 1) / numbers_a_block;
    n_blocks = static_cast<int>(wanted < 1 ? 1 : wanted > most_partial_sums ? most_partial_sums : wanted);
  }
  constexpr long long size() const {
    const long long turns = (n + n_blocks - 1) / n_blocks;
    return (turns + vector_threads - 1) / vector_threads * vector_threads;
  }
  /// Where the share of a block begins, or that of the block before it ends.
  constexpr long long begin(long long block) const { return block * size() < n ? block * size() : n; }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
