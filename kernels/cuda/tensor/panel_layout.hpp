/// How panels (kernels/cuda/tensor/panel.cuh), and operators on them, lie in memory: known to kernels, to who
/// launches them, and to the tables that they read.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Two numbers that are read together: of the rows g and g + 8.
template <class T>
struct alignas(2 * sizeof(T)) Two {
  T v[2];
};

/// Eight columns' numbers that are read together.
struct alignas(16) EightColumns {
  unsigned short of[8];
};

/// Panels' columns come in groups of four.
constexpr int column_groups(int n) { return (n + 3) / 4; }
/// Numbers of a lane's column in each group, filled up so that they are read 16 bytes at a time.
constexpr int lane_columns(int n) { return (column_groups(n) + 7) / 8 * 8; }
/// Numbers of an operator in memory (panel_blocks in kernels/cuda/tensor/operator_blocks.hpp).
constexpr int operator_numbers(int columns, int rows) {
  return column_groups(columns) * ((rows + 7) / 8) * 32;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
