/// Loops over cells on all threads, whose bodies may throw.
#pragma once

#include <omp.h>

#include <algorithm>
#include <exception>
#include <vector>

namespace dgsolve {

/// Calls body(e) for e = 0…K−1; throws what the lowest cell that threw has thrown.
template <class Body>
void for_each_cell(int K, Body body, int threads = omp_get_max_threads()) {
  std::exception_ptr error;
  int where = K;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int e = 0; e < K; ++e) try {
      body(e);
    } catch (...) {
#pragma omp critical(cell_loop)
      if (e < where) {
        where = e;
        error = std::current_exception();
      }
    }
  if (error) std::rethrow_exception(error);
}

/// Σ body(e), added up in the cells' order for any number of threads; throws as for_each_cell does. A sum is
/// 0 when it is made, and knows +=.
template <class Sum, class Body>
Sum sum_over_cells(int K, Body body) {
  std::vector<Sum> of_cell(K);
  for_each_cell(K, [&](int e) { of_cell[e] = body(e); });
  Sum all{};
  for (const Sum& cell : of_cell) all += cell;
  return all;
}

/// Cells first…last−1 whose points together are long enough for array operations and short enough for
/// caches. Runs are the same for any number of threads.
struct RunsOfCells {
  RunsOfCells(int n_cells, int points_per_cell)
      : K(n_cells), length(std::max(1, 4096 / points_per_cell)), n((K + length - 1) / length) {}

  int K, length, n;

  /// Calls body(run, first, last) for every run, on all threads; throws as for_each_cell does.
  template <class Body>
  void for_each(Body body) const {
    for_each_cell(n, [&](int run) { body(run, run * length, std::min((run + 1) * length, K)); });
  }
};

}  // namespace dgsolve
