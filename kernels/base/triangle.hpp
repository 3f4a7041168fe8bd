/// Symmetric matrices, held as their lower triangles row by row: half the memory.
#pragma once

#include <cstddef>

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

DGSOLVE_INLINE constexpr std::size_t triangle_size(int n) {
  return static_cast<std::size_t>(n) * (n + 1) / 2;
}

/// Where entry ij stands.
DGSOLVE_INLINE constexpr int triangle_index(int i, int j) {
  return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

/// full: [n][n], of which the lower triangle is read; triangle: [n(n + 1)/2].
DGSOLVE_INLINE void pack_triangle(int n, const double* full, double* triangle) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) *triangle++ = full[i * n + j];
}

DGSOLVE_INLINE void unpack_triangle(int n, const double* triangle, double* full) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) full[i * n + j] = full[j * n + i] = *triangle++;
}

}  // namespace DGSOLVE_NAMESPACE
