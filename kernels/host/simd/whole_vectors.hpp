/// Between numbers that stand together, a vector's worth a lane, and numbers that stand lane by lane: whole
/// vectors in registers.
#pragma once

#include <utility>

#include "kernels/host/simd/pack.hpp"

namespace DGSOLVE_NAMESPACE {

/// W numbers that stand side by side, at any address.
template <class T>
struct Whole {
  static constexpr int W = Pack<T>::width;
  using Lanes = typename Pack<T>::Lanes;
  // NOLINTBEGIN(modernize-use-using): with attributes
  typedef T Unaligned __attribute__((vector_size(DGSOLVE_VECTOR_BYTES), aligned(alignof(T)), may_alias));
  typedef int Places __attribute__((vector_size(W * sizeof(int))));
  // NOLINTEND(modernize-use-using)

  static DGSOLVE_INLINE Lanes load(const T* from) { return *reinterpret_cast<const Unaligned*>(from); }
  /// Of 2 W numbers those at `places`, [W].
  static DGSOLVE_INLINE Lanes pick(const Lanes& first, const Lanes& second, const int* places) {
    const Places& p = *reinterpret_cast<const Places*>(places);
#ifdef __clang__
    Lanes picked;
    for (int i = 0; i < W; ++i) picked[i] = p[i] < W ? first[p[i]] : second[p[i] - W];
    return picked;
#else
    return __builtin_shuffle(first, second, p);
#endif
  }
};

/// Squares of step × step numbers beside the diagonal change places.
template <int step, class Lanes, int... i>
DGSOLVE_INLINE void exchange_squares(Lanes& a, Lanes& b, std::integer_sequence<int, i...>) {
  constexpr int W = sizeof...(i);
  const Lanes first = __builtin_shufflevector(a, b, ((i & step) != 0 ? W + i - step : i)...);
  b = __builtin_shufflevector(a, b, ((i & step) != 0 ? W + i : i + step)...);
  a = first;
}

/// a[i][lane] ← a[lane][i]
template <int step = 1, class Lanes, int W>
DGSOLVE_INLINE void transpose(Lanes (&a)[W]) {
#pragma GCC unroll 16
  for (int i = 0; i < W; ++i)
    if ((i & step) == 0) exchange_squares<step>(a[i], a[i + step], std::make_integer_sequence<int, W>());
  if constexpr (2 * step < W) transpose<2 * step>(a);
}

/// to[i][lane] ← the i-th number of pick(lane), i < n ≤ W.
template <class T, int n, class Pick>
DGSOLVE_INLINE void load_picked(Pick pick, T* to) {
  constexpr int W = Whole<T>::W;
  typename Whole<T>::Lanes a[W];
#pragma GCC unroll 16
  for (int lane = 0; lane < W; ++lane) a[lane] = pick(lane);
  transpose(a);
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) *reinterpret_cast<typename Whole<T>::Lanes*>(to + i * W) = a[i];
}

}  // namespace DGSOLVE_NAMESPACE
