/// Loops over cells on all threads, whose bodies may throw.
#pragma once

#include <omp.h>

#include <exception>

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

}  // namespace dgsolve
