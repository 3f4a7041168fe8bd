/// Rows of arrays, picked on all threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dgsolve {

/// The rows of an array [cells of a mesh][length] that belong to some cells.
template <class T>
std::vector<T> rows_of(const std::vector<int>& cells, std::size_t length, const std::vector<T>& all) {
  std::vector<T> rows(cells.size() * length);
#pragma omp parallel for
  for (std::size_t i = 0; i < cells.size(); ++i)
    std::copy_n(&all[cells[i] * length], length, &rows[i * length]);
  return rows;
}

}  // namespace dgsolve
