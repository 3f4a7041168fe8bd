/// Symmetric matrices in 16 bits: B_ij = s_i n_ij s_j with s_i² = B_ii / rounded_one. Where B is not
/// indefinite, |B_ij| ≤ √(B_ii B_jj), so that n_ij fits, and an entry is wrong by at most half of √(B_ii
/// B_jj) / rounded_one.
#pragma once

#include "kernels/base/triangle.hpp"

namespace DGSOLVE_NAMESPACE {

/// What 1 is among such numbers.
inline constexpr double rounded_one = 32767;

/// The nearest number of 16 bits, of two the one further from 0.
DGSOLVE_INLINE short rounded(double value) {
  return static_cast<short>(value < 0 ? value - 0.5 : value + 0.5);
}

/// triangle, to: [n(n + 1)/2]; s: [n]; inverse: [n], room. Where a diagonal is 0, so are its row and column.
DGSOLVE_INLINE void round_triangle(int n, const double* triangle, short* to, double* s, double* inverse) {
  for (int i = 0; i < n; ++i) {
    s[i] = sqrt_of(triangle[triangle_place(i, i)] / rounded_one);
    inverse[i] = s[i] > 0 ? 1 / s[i] : 0;
  }
  for (int i = 0; i < n; ++i, triangle += i, to += i)
    for (int j = 0; j <= i; ++j) to[j] = rounded(triangle[j] * (inverse[i] * inverse[j]));
}

}  // namespace DGSOLVE_NAMESPACE
