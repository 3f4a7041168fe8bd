/// Symmetric matrices in 16 bits (kernels/base/rounded.hpp), made on the host.
#pragma once

#include "kernels/base/rounded.hpp"
#include "kernels/base/triangle.hpp"

namespace DGSOLVE_NAMESPACE {

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
