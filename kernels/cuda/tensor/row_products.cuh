/// Products of a small operator with m values of each of eight cells, at eight nodes or points: rows are two
/// values of a cell each. A lane of the warp holds all of a cell's at two columns, 4g + t those of cell g at
/// columns t and t + 4, in what a product takes as in what it gives
/// (kernels/cuda/tensor/operator_blocks.hpp): so products follow each other in registers.
#pragma once

#include "kernels/cuda/tensor/fragments.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// n columns of products, eight at a time, the last ones four at a time: of all steps the whole ones.
constexpr int product_steps(int n) { return (n + 7) / 8; }
constexpr int whole_product_steps(int n) { return (n + 3) / 8; }

/// m values at n columns, eight or four, as a product takes them.
template <class T, int m, int n>
struct Rows {
  static constexpr int blocks = (m + 1) / 2;
  Operand<T, n / 2> pairs[blocks];

  /// At the lane's columns; of four it has the first.
  DGSOLVE_INLINE Rows(const Vec<T, m>& first, const Vec<T, m>& second) {
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) {
      DGSOLVE_UNROLL
      for (int j = 0; j < 2; ++j) {
        const int value = 2 * i + j;
        pairs[i].set(j, value < m ? first[value] : T(0));
        if constexpr (n == 8) pairs[i].set(2 + j, value < m ? second[value] : T(0));
      }
    }
  }
};

/// The lane's part of a block of an operator (split_blocks in kernels/cuda/tensor/operator_blocks.hpp): 16
/// bytes.
template <int n>
DGSOLVE_INLINE void load_split(const double* blocks, int block, Operand<double, n>& b) {
  double values[2];
  load_piece<2>(blocks + (block * 32 + static_cast<int>(threadIdx.x % 32)) * 2, values);
  for (int i = 0; i < n; ++i) b.values[i] = values[i];
}
template <int n>
DGSOLVE_INLINE void load_split(const float* blocks, int block, Operand<float, n>& b) {
  float values[4];
  load_piece<4>(blocks + (block * 32 + static_cast<int>(threadIdx.x % 32)) * 4, values);
  for (int i = 0; i < n; ++i) {
    b.leading[i] = values[i];
    b.trailing[i] = values[2 + i];
  }
}

/// Sums of products: m values at eight columns.
template <class T, int m>
struct RowSums {
  static constexpr int blocks = (m + 1) / 2;
  Sum<T> pairs[blocks > 0 ? blocks : 1];

  /// At the lane's first column or its second.
  DGSOLVE_INLINE Vec<T, m> at(int half) const {
    Vec<T, m> values{};
    DGSOLVE_UNROLL
    for (int i = 0; i < m; ++i) values[i] = pairs[i / 2].total(half + i % 2 * 2);
    return values;
  }
  /// Adds rows times the block of an operator. A few products may be added before the sums are set aside
  /// (kernels/cuda/tensor/fragments.cuh): as many as most_products.
  template <int n>
  DGSOLVE_INLINE void add(const Rows<T, m, n>& rows, const T* operator_blocks, int block) {
    Operand<T, n / 4> b;
    load_split(operator_blocks, block, b);
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) pairs[i].add(rows.pairs[i], b);
  }
  static constexpr int most_products = 3;
  DGSOLVE_INLINE void set_aside() {
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) pairs[i].set_aside();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
