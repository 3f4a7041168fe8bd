/// Large arrays that all threads make: memory is touched once, by all of them.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/unset_vector.hpp"

namespace dgsolve {

/// Calls body(first, last) for stretches of 0…n−1, on all threads.
template <class Body>
void for_each_stretch_of(std::size_t n, Body body) {
  constexpr std::size_t length = 16384;
  for_each_cell(static_cast<int>((n + length - 1) / length), [&](int stretch) {
    const std::size_t first = stretch * length;
    body(first, std::min(first + length, n));
  });
}

template <class T>
UnsetVector<T> zeros(std::size_t n) {
  UnsetVector<T> values(n);
  for_each_stretch_of(n, [&](std::size_t first, std::size_t last) {
    std::fill(values.begin() + first, values.begin() + last, T(0));
  });
  return values;
}

template <class T>
UnsetVector<T> copied(std::span<const T> from) {
  UnsetVector<T> values(from.size());
  for_each_stretch_of(from.size(), [&](std::size_t first, std::size_t last) {
    std::copy(from.begin() + first, from.begin() + last, values.begin() + first);
  });
  return values;
}

/// values[i] ← values[0] + … + values[i]. For whole numbers, whose sums do not depend on their order.
template <class T>
void add_up(std::span<T> values) {
  constexpr std::size_t length = 65536;
  const int n_parts = static_cast<int>((values.size() + length - 1) / length);
  const auto part = [&](std::size_t i) {
    return values.subspan(i * length, std::min(length, values.size() - i * length));
  };
  std::vector<T> sums(n_parts);
  for_each_cell(n_parts, [&](int i) {
    std::partial_sum(part(i).begin(), part(i).end(), part(i).begin());
    sums[i] = part(i).back();
  });
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  for_each_cell(n_parts - 1, [&](int i) {
    for (T& value : part(i + 1)) value += sums[i];
  });
}

}  // namespace dgsolve
