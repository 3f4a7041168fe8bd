/// Measures of a state, made of what launches reduced chunk by chunk (StagePlan::Reduction). They go group by
/// group, in the order of the whole problem's cells.
#pragma once

#include <span>
#include <vector>

#include "kernels/cuda/waves/measures/transfer_arguments.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"

namespace dgsolve::cuda {

/// The sums of a device's launches.
struct ReducedCells {
  const std::vector<StagePlan::Reduction>& launches;
  const double* sums;  ///< [launch][block][value]
  StateMeasure which;
};

/// Blocks that have one.
inline std::size_t n_sums(const std::vector<StagePlan::Reduction>& launches) {
  std::size_t n = 0;
  for (const StagePlan::Reduction& reduction : launches) n += reduction.launch.kernel.blocks;
  return n;
}

/// [block], 1 where a chunk ends with the block, in the launches of a whole problem.
inline std::vector<unsigned char> ends_of_chunks(const std::vector<StagePlan::Reduction>& launches) {
  std::vector<unsigned char> ends;
  for (const StagePlan::Reduction& reduction : launches) {
    const int n_blocks = static_cast<int>(reduction.launch.kernel.blocks);
    for (int block = 0; block < n_blocks; ++block)
      ends.push_back(reduction.chunks.last(block, reduction.n_cells) % chunk_cells == 0 ||
                     block + 1 == n_blocks);
  }
  return ends;
}

/// Goes on with the chunk that the cells before left open: one at a time to its end, then chunk by chunk.
class ChunkTotal {
 public:
  explicit ChunkTotal(const StateMeasureInfo& of) : how_(of.how), total_(of.n_values), open_(of.n_values) {}

  /// sum: [value]
  void add_cells(int n, const double* sum) {
    for (std::size_t i = 0; i < open_.size(); ++i) open_[i] = reduce(how_, open_[i], sum[i]);
    n_open_ += n;
    if (n_open_ == chunk_cells) close();
  }
  /// Ends a group.
  void close() {
    for (std::size_t i = 0; n_open_ > 0 && i < open_.size(); ++i)
      total_[i] = reduce(how_, total_[i], open_[i]);
    open_.assign(open_.size(), 0);
    n_open_ = 0;
  }
  const std::vector<double>& total() const { return total_; }

 private:
  const Reduce how_;
  std::vector<double> total_, open_;
  int n_open_ = 0;  ///< cells
};

/// The sum over all cells, [value]. devices: one or more, in the order of their cells; kinds: of all groups,
/// in their order.
inline std::vector<double> sum_over_cells(const std::vector<CellKind>& kinds,
                                          const std::vector<ReducedCells>& devices) {
  const StateMeasureInfo& of = info(devices.front().which);
  ChunkTotal total(of);
  for (const CellKind& kind : kinds) {
    for (const ReducedCells& device : devices) {
      const double* sum = device.sums;
      for (const StagePlan::Reduction& reduction : device.launches) {
        const int n_blocks = static_cast<int>(reduction.launch.kernel.blocks);
        const Chunks& chunks = reduction.chunks;
        for (int block = 0; reduction.kind == kind && block < n_blocks; ++block)
          total.add_cells(chunks.last(block, reduction.n_cells) - chunks.first(block),
                          sum + block * of.n_values);
        sum += n_blocks * of.n_values;
      }
    }
    total.close();
  }
  return total.total();
}

}  // namespace dgsolve::cuda
