/// Runs of cells, in which large fields are made and read.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace dgsolve {

/// Cells first … last − 1.
struct CellRange {
  int first, last;

  int size() const { return last - first; }
  bool contains(int e) const { return e >= first && e < last; }
  bool operator==(const CellRange&) const = default;
};

/// Cells first…last−1 whose points together are long enough for array operations and short enough for
/// caches. Runs are the same for any number of threads.
struct RunsOfCells {
  RunsOfCells(int n_cells, int points_per_cell)
      : K(n_cells), length(std::max(1, 4096 / points_per_cell)), n((K + length - 1) / length) {}

  int first(int run) const { return std::clamp(run * length - offset, 0, K); }  ///< cell; of run n: K

  /// The runs of some of the cells, counted from the first of these, which may cut the first and the last
  /// run.
  RunsOfCells within(int first_cell, int last_cell) const {
    RunsOfCells part = *this;
    part.K = last_cell - first_cell;
    part.offset = first_cell % length;
    part.n = (part.offset + part.K + length - 1) / length;
    return part;
  }

  /// The run of a cell, where no run is cut.
  CellRange around(int cell) const { return {first(cell / length), first(cell / length + 1)}; }

  int K, length, n;
  int offset = 0;  ///< cells of the first run that are cut off
};

/// Writes, or reads, a run's fields: values [last − first][n_fields][Np] of the cells first…last−1. Several
/// threads call it.
using CellWriter = std::function<void(int first, int last, std::span<double> values)>;
using CellReader = std::function<void(int first, int last, std::span<const double> values)>;

/// Writes runs.within(cells.first, cells.last) by what writes whole runs: what a cell's values are may depend
/// on the run. of_cell: values of a cell.
inline CellWriter cut_to(const CellRange& cells, const RunsOfCells& runs, std::size_t of_cell,
                         CellWriter write) {
  return [=, write = std::move(write)](int first, int last, std::span<double> values) {
    const CellRange wanted{cells.first + first, cells.first + last}, run = runs.around(wanted.first);
    if (run == wanted) return write(run.first, run.last, values);
    std::vector<double> of_run(run.size() * of_cell);
    write(run.first, run.last, of_run);
    std::copy_n(of_run.begin() + static_cast<std::ptrdiff_t>((wanted.first - run.first) * of_cell),
                values.size(), values.begin());
  };
}

}  // namespace dgsolve
