/// What every product with a map is given, on every device: kernel text and the code of each instruction set
/// read it too.
#pragma once

#include "kernels/base/prelude.hpp"

namespace dgsolve {

/// From the n-th of the numbers on, where there are some.
template <class T>
constexpr T* from_number(T* numbers, long long n) {
  return numbers == nullptr ? nullptr : numbers + n;
}

/// y ← α (A x) + β b for a map A, then sum ← sum + y where there is a sum; with β = 0, b is not read.
template <class T>
struct Blend {
  T alpha, beta;
  const T* x;
  const T* b;
  T* y;
  T* sum;

  /// For the rows from the n-th on.
  constexpr Blend rows_from(long long n) const {
    return {alpha, beta, x, from_number(b, n), from_number(y, n), from_number(sum, n)};
  }
};

}  // namespace dgsolve

namespace DGSOLVE_NAMESPACE {

/// y_row ← α product + β b_row; sum_row ← sum_row + y_row.
template <class T>
DGSOLVE_INLINE void put(const Blend<T>& a, long long row, T product) {
  const T scaled = a.alpha * product;
  const T y = a.beta == 0 ? scaled : scaled + a.beta * a.b[row];
  a.y[row] = y;
  if (a.sum != nullptr) a.sum[row] += y;
}

}  // namespace DGSOLVE_NAMESPACE
