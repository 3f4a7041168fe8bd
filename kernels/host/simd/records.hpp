/// Between records and packs. In memory the fields of a node stand together, lane by lane: a neighbour's node
/// is then one or two cache lines, where packs in memory would spread it over as many as there are fields.
/// The physics wants a pack a field: the two are permutations of each other in registers, made at compile
/// time.
#pragma once

#include <utility>

#include "kernels/host/simd/pack.hpp"

namespace DGSOLVE_NAMESPACE {

/// Permutes n·W values in n packs: value i of the result is value map(i) of `from`. Each pack of the result
/// is merged from the packs it needs, two at a time.
template <class T, int n, auto map>
struct Permutation {
  static constexpr int W = Pack<T>::width;
  using Packs = Vec<Pack<T>, n>;

  static constexpr bool needs(int to, int from) {
    for (int i = 0; i < W; ++i)
      if (map(to * W + i) / W == from) return true;
    return false;
  }
  static constexpr int n_before(int to, int from) {
    int count = 0;
    for (int s = 0; s < from; ++s) count += needs(to, s);
    return count;
  }

  /// Lane i of `next`'s contribution to pack `to`, where `merged` holds what the packs before it gave.
  template <int to, int from>
  static constexpr int lane(int i) {
    const int source = map(to * W + i) / W, place = map(to * W + i) % W;
    if (source == from) return W + place;
    return n_before(to, from) == 1 ? place : i;  // of two unmerged packs, the first is
                                                 // still in its own order
  }
  template <int to, int from, int... i>
  static DGSOLVE_INLINE void merge(Pack<T>& merged, Pack<T> next, std::integer_sequence<int, i...>) {
    if constexpr (!needs(to, from)) return;
    if constexpr (n_before(to, from) > 0)
      merged.v = __builtin_shufflevector(merged.v, next.v, lane<to, from>(i)...);
    else if constexpr (n_before(to, n) == 1)
      merged.v = __builtin_shufflevector(next.v, next.v, lane<to, from>(i)...);
    else
      merged = next;
  }
  template <int to, int... from>
  static DGSOLVE_INLINE Pack<T> pack(const Packs& packs, std::integer_sequence<int, from...>) {
    Pack<T> merged = packs[0];
    (merge<to, from>(merged, packs[from], std::make_integer_sequence<int, W>()), ...);
    return merged;
  }
  template <int... to>
  static DGSOLVE_INLINE Packs all(const Packs& packs, std::integer_sequence<int, to...>) {
    return {{pack<to>(packs, std::make_integer_sequence<int, n>())...}};
  }
  static DGSOLVE_INLINE Packs apply(const Packs& packs) {
    return all(packs, std::make_integer_sequence<int, n>());
  }
};

/// Values by record, as in memory: value (lane·n + field). By pack: value (field·W + lane). An even number of
/// fields goes by way of pairs of fields, ((field/2)·W + lane)·2 + field%2, which saves merges.
template <class T, int n>
struct Records {
  static constexpr int W = Pack<T>::width;
  using Packs = Vec<Pack<T>, n>;

  static DGSOLVE_INLINE Packs to_packs(const Packs& records) {
    if constexpr (n == 1) return records;
    if constexpr (n % 2 == 1)
      return Permutation<T, n, [](int i) { return i % W * n + i / W; }>::apply(records);
    const Packs pairs =
        Permutation<T, n, [](int i) { return i / 2 % W * n + i / 2 / W * 2 + i % 2; }>::apply(records);
    return Permutation<T, n, [](int i) { return (i / W / 2 * W + i % W) * 2 + i / W % 2; }>::apply(pairs);
  }
  static DGSOLVE_INLINE Packs from_packs(const Packs& packs) {
    if constexpr (n == 1) return packs;
    if constexpr (n % 2 == 1) return Permutation<T, n, [](int i) { return i % n * W + i / n; }>::apply(packs);
    const Packs pairs =
        Permutation<T, n, [](int i) { return (i / 2 / W * 2 + i % 2) * W + i / 2 % W; }>::apply(packs);
    return Permutation<T, n, [](int i) { return (i % n / 2 * W + i / n) * 2 + i % 2; }>::apply(pairs);
  }
};

}  // namespace DGSOLVE_NAMESPACE
