/// Tables of kernels: operator matrices as panels, and the memory that all tables point into.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/simd/layout.hpp"

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

template <class T, class U>
AlignedArray<T> copy_of(std::span<const U> from) {
  AlignedArray<T> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<T>(from[i]);
  return to;
}

/// Arrays that tables point into.
class TableMemory {
 public:
  /// Keeps an array, and says where its values are.
  template <class T>
  T* keep(AlignedArray<T> array) {
    bytes_ += array.bytes();
    const auto kept = std::make_shared<AlignedArray<T>>(std::move(array));
    arrays_.push_back(kept);
    return kept->data();
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::vector<std::shared_ptr<const void>> arrays_;
  std::size_t bytes_ = 0;
};

}  // namespace dgsolve::host
