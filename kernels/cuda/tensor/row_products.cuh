/// Products of a small operator with m values of each of eight cells, at eight nodes or points: rows are two
/// values of a cell each, and of an odd number the last one. A lane of the warp holds all of a cell's at two
/// columns, 4g + t those of cell g at columns t and t + 4, in what a product takes as in what it gives
/// (kernels/cuda/tensor/operator_blocks.hpp): so products follow each other in registers.
#pragma once

#include "kernels/cuda/tensor/fragments.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// n columns of products, eight at a time, the last ones four at a time: of all steps the whole ones.
constexpr int product_steps(int n) { return (n + 7) / 8; }
constexpr int whole_product_steps(int n) { return (n + 3) / 8; }

/// m values at n columns, eight or four, as a product takes them: two by two, of an odd number the last one
/// alone.
template <class T, int m, int n>
struct Rows {
  static constexpr int blocks = m / 2;
  Operand<T, n / 2> pairs[blocks > 0 ? blocks : 1];
  Operand<T, n / 4> last;

  Rows() = default;
  /// At the lane's columns; of four it has the first.
  DGSOLVE_INLINE Rows(const Vec<T, m>& first, const Vec<T, m>& second) {
    DGSOLVE_UNROLL
    for (int i = 0; i < 2 * blocks; ++i) {
      pairs[i / 2].set(i % 2, first[i]);
      if constexpr (n == 8) pairs[i / 2].set(2 + i % 2, second[i]);
    }
    if constexpr (m % 2 == 1) {
      last.set(0, first[m - 1]);
      if constexpr (n == 8) last.set(1, second[m - 1]);
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
struct RowSums;
template <int m>
struct RowSums<double, m> {
  static constexpr int blocks = m / 2;
  double pairs[blocks > 0 ? blocks : 1][4] = {}, last[2] = {};

  /// At the lane's first column or its second.
  DGSOLVE_INLINE Vec<double, m> at(int half) const {
    Vec<double, m> values{};
    DGSOLVE_UNROLL
    for (int i = 0; i < 2 * blocks; ++i) values[i] = pairs[i / 2][half + i % 2 * 2];
    if constexpr (m % 2 == 1) values[m - 1] = last[half];
    return values;
  }
  /// Adds rows times the block of an operator.
  template <int n>
  DGSOLVE_INLINE void add(const Rows<double, m, n>& rows, const double* operator_blocks, int block) {
    Operand<double, n / 4> b;
    load_split(operator_blocks, block, b);
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) multiply_add(pairs[i], rows.pairs[i].values, b.values);
    if constexpr (m % 2 == 1) {
      DGSOLVE_UNROLL
      for (int i = 0; i < n / 4; ++i) multiply_add(last, rows.last.values[i], b.values[i]);
    }
  }
};
/// In single precision, where few products may be added in the tensor cores
/// (kernels/cuda/tensor/fragments.cuh), each of the three that make one goes through all rows before the
/// next: it waits for nothing that was just begun. The last one's trailing parts take the rows that an odd
/// number leaves free.
template <int m>
struct RowSums<float, m> {
  static constexpr int blocks = m / 2;
  float parts[m > 0 ? (m + 1) / 2 : 1][4] = {};  ///< of an odd number the last one's two

  DGSOLVE_INLINE float at(int value, int half) const {
    const float first = parts[value / 2][half + value % 2 * 2];
    return m % 2 == 1 && value == m - 1 ? first + parts[value / 2][half + 2] : first;
  }
  DGSOLVE_INLINE Vec<float, m> at(int half) const {
    Vec<float, m> values{};
    DGSOLVE_UNROLL
    for (int i = 0; i < m; ++i) values[i] = at(i, half);
    return values;
  }
  template <int n>
  DGSOLVE_INLINE void add(const Rows<float, m, n>& rows, const float* operator_blocks, int block) {
    Operand<float, n / 4> b;
    load_split(operator_blocks, block, b);
    const auto add_last = [&](const float(&of_operator)[n / 4]) {
      if constexpr (m % 2 == 1) {
        float last[n / 2];
        for (int i = 0; i < n / 4; ++i) {
          last[2 * i] = rows.last.leading[i];
          last[2 * i + 1] = rows.last.trailing[i];
        }
        multiply_add(parts[blocks], last, of_operator);
      }
    };
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) multiply_add(parts[i], rows.pairs[i].trailing, b.leading);
    add_last(b.trailing);
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) multiply_add(parts[i], rows.pairs[i].leading, b.trailing);
    add_last(b.leading);
    DGSOLVE_UNROLL
    for (int i = 0; i < blocks; ++i) multiply_add(parts[i], rows.pairs[i].leading, b.leading);
  }
};

/// Products that the tensor cores may add before the sum is set aside, rounded to nearest.
template <class T>
constexpr int products_together(int n) {
  return sizeof(T) < sizeof(double) && n > 3 ? 3 : n;
}

/// Sums of many products: in single precision a few of them together are added outside the tensor cores.
template <class T, int m>
struct RunningSums;
template <int m>
struct RunningSums<double, m> : RowSums<double, m> {
  /// add_to(sums): adds products, in single precision few.
  template <class AddTo>
  DGSOLVE_INLINE void add_together(AddTo add_to) {
    add_to(static_cast<RowSums<double, m>&>(*this));
  }
};
template <int m>
struct RunningSums<float, m> {
  float sums[m][2] = {};

  DGSOLVE_INLINE Vec<float, m> at(int half) const {
    Vec<float, m> values{};
    DGSOLVE_UNROLL
    for (int i = 0; i < m; ++i) values[i] = sums[i][half];
    return values;
  }
  DGSOLVE_INLINE void set_aside(const RowSums<float, m>& products) {
    DGSOLVE_UNROLL
    for (int i = 0; i < 2 * m; ++i) sums[i / 2][i % 2] += products.at(i / 2, i % 2);
  }
  template <class AddTo>
  DGSOLVE_INLINE void add_together(AddTo add_to) {
    RowSums<float, m> products;
    add_to(products);
    set_aside(products);
  }
  template <int n>
  DGSOLVE_INLINE void add(const Rows<float, m, n>& rows, const float* operator_blocks, int block) {
    add_together([&](RowSums<float, m>& sums) { sums.add(rows, operator_blocks, block); });
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
