/// How the host stores arrays, in one place: blocks of W elements, W the number of SIMD lanes, as
/// [block][node][field][lane]; and how operator matrices are cut into panels of rows for the products.
/// The fields of a node stand together because products, traces and updates all want them together.
#pragma once

#include <cstddef>

#include "kernels/prelude.hpp"

namespace DGSOLVE_NAMESPACE::layout {

/// Place of a node's field within its block, in units of W lanes.
DGSOLVE_INLINE std::size_t in_block(int n_fields, int node, int field) {
  return static_cast<std::size_t>(node) * n_fields + field;
}

/// First lane of a block of an array with `values` values an element.
DGSOLVE_INLINE std::size_t block(std::size_t index, int values, int W) {
  return index * static_cast<std::size_t>(values) * W;
}

/// Element `slot` (block·W + lane) of an array with `values` values an element.
DGSOLVE_INLINE std::size_t element(int slot, int values, int W) {
  return block(static_cast<std::size_t>(slot / W), values, W) + static_cast<std::size_t>(slot % W);
}

/// Rows of the panel that starts at `row`: R, or the half of it where no more are left, so that few are
/// computed in vain.
DGSOLVE_INLINE int panel_rows(int row, int rows, int R) { return rows - row > R / 2 ? R : R / 2; }

}  // namespace DGSOLVE_NAMESPACE::layout
