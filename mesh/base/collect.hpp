/// Loops on all threads whose findings come back in a fixed order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace dgsolve {

/// Calls visit(i, found) for i = 0…n−1 on all threads. What it appends to `found` comes back in the order of
/// i.
template <class T, class Visit>
std::vector<T> collect(std::size_t n, const Visit& visit) {
  constexpr std::size_t stretch = 256;  // short enough for many threads to share the vertices of a small mesh
  std::vector<std::vector<T>> lists((n + stretch - 1) / stretch);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t k = 0; k < lists.size(); ++k)
    for (std::size_t i = k * stretch; i < std::min(n, (k + 1) * stretch); ++i) visit(i, lists[k]);
  std::vector<T> all;
  for (std::vector<T>& list : lists)
    all.insert(all.end(), std::make_move_iterator(list.begin()), std::make_move_iterator(list.end()));
  return all;
}

}  // namespace dgsolve
