/// Between numbers that stand together and numbers that stand lane by lane: four by four in registers.
#pragma once

#include "kernels/algebra/blend.hpp"

namespace DGSOLVE_NAMESPACE {

/// Four numbers that stand side by side, at any address.
template <class T>
struct Quad {
  // NOLINTBEGIN(modernize-use-using): with attributes
  typedef T Values __attribute__((vector_size(4 * sizeof(T))));
  typedef T Unaligned __attribute__((vector_size(4 * sizeof(T)), aligned(alignof(T)), may_alias));
  // NOLINTEND(modernize-use-using)
  // By reference: sets without such registers return them in another way than those that have them.
  static DGSOLVE_INLINE void load(const T* from, Values& to) {
    to = *reinterpret_cast<const Unaligned*>(from);
  }
  static DGSOLVE_INLINE void store(const Values& values, T* to) {
    *reinterpret_cast<Unaligned*>(to) = values;
  }
  /// to_i ← from_i', i' = order[i] < 4.
  static DGSOLVE_INLINE void load_in_order(const T* from, const int* order, Values& to) {
    using Places = decltype(Values{} < Values{});
    typename Quad<int>::Values places;
    Quad<int>::load(order, places);
    load(from, to);
#ifdef __clang__
    to = __builtin_shufflevector(to, __builtin_convertvector(places, Places));
#else
    to = __builtin_shuffle(to, __builtin_convertvector(places, Places));
#endif
  }
};

template <class T>
DGSOLVE_INLINE void put_values(const T& value, T* to) {
  *to = value;
}
template <class T>
DGSOLVE_INLINE void put_values(const typename Quad<T>::Values& values, T* to) {
  Quad<T>::store(values, to);
}

/// Four rows of a product at once (kernels/algebra/blend.hpp).
template <class T>
DGSOLVE_INLINE void put(const Blend<T>& a, long long row, const typename Quad<T>::Values& products) {
  typename Quad<T>::Values y = a.alpha * products, before;
  if (a.beta != 0) {
    Quad<T>::load(a.b + row, before);
    y += a.beta * before;
  }
  Quad<T>::store(y, a.y + row);
  if (a.sum == nullptr) return;
  Quad<T>::load(a.sum + row, before);
  Quad<T>::store(before + y, a.sum + row);
}

template <class Values>
DGSOLVE_INLINE void transpose_quads(Values (&a)[4]) {
  const Values low_01 = __builtin_shufflevector(a[0], a[1], 0, 4, 1, 5),
               high_01 = __builtin_shufflevector(a[0], a[1], 2, 6, 3, 7),
               low_23 = __builtin_shufflevector(a[2], a[3], 0, 4, 1, 5),
               high_23 = __builtin_shufflevector(a[2], a[3], 2, 6, 3, 7);
  a[0] = __builtin_shufflevector(low_01, low_23, 0, 1, 4, 5);
  a[1] = __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7);
  a[2] = __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5);
  a[3] = __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7);
}

/// to[i][lane] ← from(lane)[i], i < n, for W lanes.
template <class T, class From>
DGSOLVE_INLINE void load_lanes(int n, int W, From from, T* to) {
  using Values = typename Quad<T>::Values;
  const int in_quads = W % 4 == 0 ? n / 4 * 4 : 0;
  for (int lane = 0; lane < W && in_quads > 0; lane += 4) {
    const T* const columns[4] = {from(lane), from(lane + 1), from(lane + 2), from(lane + 3)};
    for (int i = 0; i < in_quads; i += 4) {
      Values a[4];
      for (int l = 0; l < 4; ++l) Quad<T>::load(columns[l] + i, a[l]);
      transpose_quads(a);
      for (int k = 0; k < 4; ++k) Quad<T>::store(a[k], to + (i + k) * W + lane);
    }
  }
  for (int lane = 0; lane < W && in_quads < n; ++lane) {
    const T* column = from(lane);
    for (int i = in_quads; i < n; ++i) to[i * W + lane] = column[i];
  }
}

/// to[i][lane] ← from(lane)[order(lane)[i]], i < 4, for W lanes.
template <class T, class From, class Order>
DGSOLVE_INLINE void load_lanes_in_order(int W, From from, Order order, T* to) {
  for (int lane = 0; lane < W && W % 4 == 0; lane += 4) {
    typename Quad<T>::Values a[4];
    for (int l = 0; l < 4; ++l) Quad<T>::load_in_order(from(lane + l), order(lane + l), a[l]);
    transpose_quads(a);
    for (int i = 0; i < 4; ++i) Quad<T>::store(a[i], to + i * W + lane);
  }
  for (int lane = 0; lane < W && W % 4 != 0; ++lane)
    for (int i = 0; i < 4; ++i) to[i * W + lane] = from(lane)[order(lane)[i]];
}

/// take(lane, i, values): one number or four of from[n][lane] that belong to a lane, the first of them at i;
/// for the first `lanes` of W lanes.
template <class T, class Take>
DGSOLVE_INLINE void take_lanes(int n, int W, int lanes, const T* from, Take take) {
  using Values = typename Quad<T>::Values;
  const int in_quads = W % 4 == 0 ? n / 4 * 4 : 0;
  for (int lane = 0; lane < lanes; lane += 4)
    for (int i = 0; i < in_quads; i += 4) {
      Values a[4];
      for (int k = 0; k < 4; ++k) Quad<T>::load(from + (i + k) * W + lane, a[k]);
      transpose_quads(a);
      for (int l = 0; l < 4 && lane + l < lanes; ++l) take(lane + l, i, a[l]);
    }
  for (int lane = 0; lane < lanes; ++lane)
    for (int i = in_quads; i < n; ++i) take(lane, i, from[i * W + lane]);
}

}  // namespace DGSOLVE_NAMESPACE
