/// Operators in the order in which the lanes of a warp give them to tensor cores
/// (kernels/cuda/gpu/intrinsics.cuh, multiply_add): blocks of 8 rows by 8 columns, zero beyond the
/// matrix.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace dgsolve::cuda {

inline int n_blocks(int n) { return (n + 7) / 8; }

/// The nearest number with 11 bits of mantissa, the leading one counted (TF32).
inline double nearest_tf32(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 11)), exponent - 11);
}

/// What stands for a number in an operator: the nearest of the precision, in single precision of those that
/// are a sum of two TF32 numbers, which tensor cores take whole (kernels/cuda/tensor/fragments.cuh). Of
/// others they would cut off the same bits in every stage.
template <class T>
T operator_value(double value) {
  if constexpr (std::is_same_v<T, float>) {
    const double leading = nearest_tf32(value);
    return static_cast<T>(leading + nearest_tf32(value - leading));
  } else {
    return value;
  }
}

/// entry(row, column) of a rows × columns matrix to [row block][column block][n_layers][lane][2];
/// entry(layer, row, column). Of lane 4g + t the values are those of columns t and t + 4 in the row that
/// makes g = 2t' row t', and g = 2t' + 1 row t' + 4: a lane's two sums are then nodes t and t + 4, whose
/// records lie in different banks.
template <class T, class Entry>
std::vector<T> operator_blocks(int n_layers, int rows, int columns, Entry entry) {
  std::vector<T> blocks;
  blocks.reserve(static_cast<std::size_t>(n_blocks(rows)) * n_blocks(columns) * n_layers * 64);
  for (int row_block = 0; row_block < n_blocks(rows); ++row_block)
    for (int column_block = 0; column_block < n_blocks(columns); ++column_block)
      for (int layer = 0; layer < n_layers; ++layer)
        for (int lane = 0; lane < 32; ++lane)
          for (int half = 0; half < 2; ++half) {
            const int g = lane / 4, row = 8 * row_block + g / 2 + g % 2 * 4;
            const int column = 8 * column_block + lane % 4 + 4 * half;
            blocks.push_back(row < rows && column < columns ? operator_value<T>(entry(layer, row, column))
                                                            : T(0));
          }
  return blocks;
}

/// As operator_blocks; in single precision the leading parts of a lane's two values, then their trailing
/// ones: [row block][column block][n_layers][lane][4].
template <class T, class Entry>
std::vector<T> split_blocks(int n_layers, int rows, int columns, Entry entry) {
  std::vector<T> blocks = operator_blocks<T>(n_layers, rows, columns, entry);
  if constexpr (std::is_same_v<T, float>) {
    std::vector<T> split;
    split.reserve(2 * blocks.size());
    for (std::size_t i = 0; i < blocks.size(); i += 2) {
      const T leading[2] = {static_cast<T>(nearest_tf32(blocks[i])),
                            static_cast<T>(nearest_tf32(blocks[i + 1]))};
      split.insert(split.end(), {leading[0], leading[1], blocks[i] - leading[0], blocks[i + 1] - leading[1]});
    }
    return split;
  }
  return blocks;
}

/// entry(row, column) of a rows × columns matrix to [pair of groups of four columns][row block][lane][2], and
/// where the groups are odd in number, of the last one [row block][lane]; lanes and rows as above.
template <class T, class Entry>
std::vector<T> panel_blocks(int rows, int columns, Entry entry) {
  std::vector<T> blocks;
  const int groups = (columns + 3) / 4;
  for (int group = 0; group < groups; group += 2)
    for (int row_block = 0; row_block < n_blocks(rows); ++row_block)
      for (int lane = 0; lane < 32; ++lane)
        for (int half = 0; half < 2 && group + half < groups; ++half) {
          const int g = lane / 4, row = 8 * row_block + g / 2 + g % 2 * 4;
          const int column = 4 * (group + half) + lane % 4;
          blocks.push_back(row < rows && column < columns ? static_cast<T>(entry(row, column)) : T(0));
        }
  return blocks;
}

}  // namespace dgsolve::cuda
