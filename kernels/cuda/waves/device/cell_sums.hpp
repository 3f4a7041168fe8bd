/// Sums over the cells of a problem, made of what launches added up chunk by chunk (StagePlan::Reduction).
/// They go group by group, in the order of the whole problem's cells.
#pragma once

#include <span>
#include <vector>

#include "kernels/cuda/waves/plan/stage_plan.hpp"

namespace dgsolve::cuda {

/// The sums of a device's launches. T: double, or Powers.
template <class T>
struct ReducedCells {
  const std::vector<StagePlan::Reduction>& launches;
  const T* sums;  ///< [launch][block]
};

inline std::size_t n_sums(const std::vector<StagePlan::Reduction>& launches) {
  std::size_t n = 0;
  for (const StagePlan::Reduction& reduction : launches) n += reduction.launch.kernel.blocks;
  return n;
}

inline void add(double& sum, double value) { sum += value; }
inline void add(Powers& sum, const Powers& value) {
  for (const PowerPart& part : power_parts) sum.*part.value += value.*part.value;
}

/// Goes on with the chunk that the cells before left open: one at a time to its end, then chunk by chunk.
template <class T>
class ChunkTotal {
 public:
  void add_cells(int n, const T& sum) {
    add(open_, sum);
    n_open_ += n;
    if (n_open_ == chunk_cells) close();
  }
  /// Ends a group.
  void close() {
    if (n_open_ > 0) add(total_, open_);
    open_ = {};
    n_open_ = 0;
  }
  const T& total() const { return total_; }

 private:
  T total_{}, open_{};
  int n_open_ = 0;  ///< cells
};

/// The sum over all cells. devices: in the order of their cells; kinds: of all groups, in their order.
template <class T>
T sum_over_cells(const std::vector<CellKind>& kinds, const std::vector<ReducedCells<T>>& devices) {
  ChunkTotal<T> total;
  for (const CellKind& kind : kinds) {
    for (const ReducedCells<T>& device : devices) {
      const T* sum = device.sums;
      for (const StagePlan::Reduction& reduction : device.launches) {
        const int n_blocks = static_cast<int>(reduction.launch.kernel.blocks);
        const Chunks& chunks = reduction.chunks;
        for (int block = 0; reduction.kind == kind && block < n_blocks; ++block)
          total.add_cells(chunks.last(block, reduction.n_cells) - chunks.first(block), sum[block]);
        sum += n_blocks;
      }
    }
    total.close();
  }
  return total.total();
}

}  // namespace dgsolve::cuda
