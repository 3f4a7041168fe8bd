/// Runs of cells, in which large fields are made and read.
#pragma once

#include <algorithm>
#include <functional>
#include <span>

namespace dgsolve {

/// Cells first…last−1 whose points together are long enough for array operations and short enough for
/// caches. Runs are the same for any number of threads.
struct RunsOfCells {
  RunsOfCells(int n_cells, int points_per_cell)
      : K(n_cells), length(std::max(1, 4096 / points_per_cell)), n((K + length - 1) / length) {}

  int first(int run) const { return std::min(run * length, K); }  ///< cell; of run n: K

  int K, length, n;
};

/// Writes, or reads, a run's fields: values [last − first][n_fields][Np] of the cells first…last−1. Several
/// threads call it.
using CellWriter = std::function<void(int first, int last, std::span<double> values)>;
using CellReader = std::function<void(int first, int last, std::span<const double> values)>;

}  // namespace dgsolve
