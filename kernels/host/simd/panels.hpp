/// Operator matrices as kernels read them.
#pragma once

#include "kernels/host/simd/layout.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

/// Panels (kernels/host/simd/layout.hpp) of a matrix given by entry(row, column).
template <class T, class Entry>
AlignedArray<T> pack_panels(int rows, int depth, int R, Entry entry) {
  std::size_t padded_rows = 0;
  for (int row = 0; row < rows; row += R) padded_rows += layout::panel_rows(row, rows, R);
  AlignedArray<T> panels(padded_rows * depth);
  std::size_t at = 0;
  for (int row = 0; row < rows; row += R) {
    const int height = layout::panel_rows(row, rows, R);
    for (int k = 0; k < depth; ++k)
      for (int r = 0; r < height; ++r, ++at)
        panels[at] = row + r < rows ? static_cast<T>(entry(row + r, k)) : T(0);
  }
  return panels;
}

}  // namespace dgsolve::host
