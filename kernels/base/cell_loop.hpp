/// Loops over cells on all threads, whose bodies may throw.
#pragma once

#include <omp.h>

#include <exception>
#include <vector>

#include "kernels/base/cell_runs.hpp"
#include "kernels/base/loop_shares.hpp"

namespace dgsolve {

/// Calls body(e) for e = 0…K−1; throws what the lowest cell that threw has thrown.
template <class Body>
void for_each_cell(int K, Body body, int threads = omp_get_max_threads()) {
  std::exception_ptr error;
  int where = K;
  LoopShares shares(K, threads);
#pragma omp parallel num_threads(threads)
  for (CellRange some = shares.take(omp_get_thread_num()); some.size() > 0;
       some = shares.take(omp_get_thread_num()))
    for (int e = some.first; e < some.last; ++e) try {
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

/// Calls body(run, first, last) for the runs first_run…last_run−1; throws as for_each_cell does.
template <class Body>
void for_each_run(const RunsOfCells& runs, int first_run, int last_run, Body body,
                  int threads = omp_get_max_threads()) {
  for_each_cell(
      last_run - first_run,
      [&](int i) { body(first_run + i, runs.first(first_run + i), runs.first(first_run + i + 1)); }, threads);
}
template <class Body>
void for_each_run(const RunsOfCells& runs, Body body, int threads = omp_get_max_threads()) {
  for_each_run(runs, 0, runs.n, body, threads);
}

}  // namespace dgsolve
