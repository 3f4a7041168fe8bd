/// How the host stores arrays, in one place: blocks of W elements, W the number of SIMD lanes, as
/// [block][node][lane][field]; and how operator matrices are cut into panels of rows for the products.
#pragma once

#include <cstddef>

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE::layout {

/// First value of a block of an array with `values` values an element.
DGSOLVE_INLINE std::size_t block(std::size_t index, int values, int W) {
  return index * static_cast<std::size_t>(values) * W;
}

/// A node's record (its fields) within its block.
DGSOLVE_INLINE std::size_t record(int n_fields, int node, int lane, int W) {
  return (static_cast<std::size_t>(node) * W + lane) * n_fields;
}

/// Rows of the panel that starts at `row`: R, or the half of it where no more are left, so that few are
/// computed in vain.
DGSOLVE_INLINE int panel_rows(int row, int rows, int R) { return rows - row > R / 2 ? R : R / 2; }

}  // namespace DGSOLVE_NAMESPACE::layout
