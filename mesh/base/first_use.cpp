#include "mesh/base/first_use.hpp"

#include <atomic>

#include "mesh/base/collect.hpp"

namespace dgsolve {

std::vector<int> in_order_of_first_use(std::span<const int> uses, std::size_t n) {
  std::vector<std::size_t> first(n, uses.size());  // the index of the first use
#pragma omp parallel for
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const std::atomic_ref earliest(first[uses[i]]);
    std::size_t known = earliest.load(std::memory_order_relaxed);
    while (i < known && !earliest.compare_exchange_weak(known, i, std::memory_order_relaxed)) {
    }
  }
  return collect<int>(uses.size(), [&](std::size_t i, std::vector<int>& used) {
    if (first[uses[i]] == i) used.push_back(uses[i]);
  });
}

std::vector<int> renumber_by_first_use(std::span<int> uses, std::size_t n) {
  std::vector<int> order = in_order_of_first_use(uses, n), number(n);
#pragma omp parallel for
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<int>(i);
#pragma omp parallel for
  for (std::size_t i = 0; i < uses.size(); ++i) uses[i] = number[uses[i]];
  return order;
}

}  // namespace dgsolve
