/// The value of a sampled function, by the same operations on every device.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// Head of the table of a sampled function, before its index (kernels/expression/sampled_function.hpp):
/// the first and the last place of the samples, bins of the index a unit, and their number.
constexpr int sampled_head = 4;
/// A piece's numbers: where it begins, at a, and c0 … c3 of c0 + c1 s + c2 s² + c3 s³, s = u − a.
constexpr int sampled_piece = 5;

/// The bin of the index in which u ≥ the first place lies. It does not fall where u rises, and has no sum
/// that a compiler could fuse with the product, so that it is the same wherever it is computed.
DGSOLVE_INLINE int sampled_bin(const double* table, double u) {
  const int bin = static_cast<int>((u - table[0]) * table[2]), last = static_cast<int>(table[3]) - 1;
  return bin < last ? bin : last;
}

/// A derivative of a sampled function at u, from its table; 0 outside of the samples, NaN where u is.
template <int derivative>
DGSOLVE_INLINE double sampled_value(const double* table, double u) {
  if (u < table[0] || u > table[1]) return 0.0;
  if (u != u) return u;
  const double* const index = table + sampled_head;
  const double* const pieces = index + static_cast<int>(table[3]) + 1;
  const int bin = sampled_bin(table, u);
  int low = static_cast<int>(index[bin]), high = static_cast<int>(index[bin + 1]);
  while (low < high) {  // the last piece that begins at or before u
    const int middle = (low + high + 1) / 2;
    if (pieces[middle * sampled_piece] <= u)
      low = middle;
    else
      high = middle - 1;
  }
  const double* const c = pieces + low * sampled_piece + 1;
  const double s = u - c[-1];
  if constexpr (derivative == 0) return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
  if constexpr (derivative == 1) return c[1] + s * (2.0 * c[2] + s * (3.0 * c[3]));
  if constexpr (derivative == 2) return 2.0 * c[2] + s * (6.0 * c[3]);
  return 6.0 * c[3];
}

}  // namespace DGSOLVE_NAMESPACE
