/// Chains of small matrix products that stay in the registers of a warp. Its lanes hold sixteen rows (cells)
/// of a panel, and operators take the columns of one panel to those of another (tensor cores, multiply_add in
/// kernels/cuda/gpu/intrinsics.cuh). Operators' rows are stored in such an order
/// (kernels/cuda/tensor/operator_blocks.hpp) that what comes out of a product lies as the next one takes it:
/// no lane needs what another holds.
#pragma once

#include "kernels/cuda/gpu/intrinsics.cuh"
#include "kernels/cuda/tensor/panel_layout.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// n columns of sixteen rows. Of lane 4g + t: columns t, t + 4, t + 8, … of the rows g and g + 8.
template <class T, int n>
struct Panel {
  static constexpr int columns = n, groups = column_groups(n), blocks = (n + 7) / 8;
  T v[2 * blocks][2] = {};  ///< [group of four columns][row]; columns from n on count for nothing

  /// The lane's column in a group.
  static DGSOLVE_INLINE int column(int group) { return 4 * group + static_cast<int>(threadIdx.x) % 4; }
  /// body(value, group, row) for all of the lane's values.
  template <class Body>
  DGSOLVE_INLINE void for_each(Body body) {
    DGSOLVE_UNROLL
    for (int group = 0; group < groups; ++group)
      for (int row = 0; row < 2; ++row) body(v[group][row], group, row);
  }
};

/// sum += factor · panel, a factor for each row.
template <class T, int n>
DGSOLVE_INLINE void add(const Two<T>& factor, const Panel<T, n>& panel, Panel<T, n>& sum) {
  sum.for_each([&](T& value, int group, int row) { value += factor.v[row] * panel.v[group][row]; });
}
/// factor · panel
template <class T, int n>
DGSOLVE_INLINE Panel<T, n> scaled(const Two<T>& factor, const Panel<T, n>& panel) {
  Panel<T, n> product;
  product.for_each([&](T& value, int group, int row) { value = factor.v[row] * panel.v[group][row]; });
  return product;
}

/// sum += A a, where A has `columns` columns: the first of a. blocks: as panel_blocks makes them.
template <int columns, class T, int n, int m>
DGSOLVE_INLINE void add_product(const T* blocks, const Panel<T, n>& a, Panel<T, m>& sum) {
  static_assert(columns <= n);
  constexpr int groups = column_groups(columns);
  const int lane = threadIdx.x % 32;
  const auto add_to = [&](int block, const auto& rows, const auto& entries) {
    auto& v = sum.v;
    const int i = 2 * block;
    T sums[4] = {v[i][0], v[i + 1][0], v[i][1], v[i + 1][1]};
    multiply_add(sums, rows, entries);
    v[i][0] = sums[0], v[i + 1][0] = sums[1], v[i][1] = sums[2], v[i + 1][1] = sums[3];
  };
  DGSOLVE_UNROLL
  for (int k = 0; k + 1 < groups; k += 2) {
    const T rows[4] = {a.v[k][0], a.v[k][1], a.v[k + 1][0], a.v[k + 1][1]};
    DGSOLVE_UNROLL
    for (int block = 0; block < sum.blocks; ++block) {
      const Two<T> pair = reinterpret_cast<const Two<T>*>(blocks)[(k / 2 * sum.blocks + block) * 32 + lane];
      add_to(block, rows, pair.v);
    }
  }
  if constexpr (groups % 2 == 1) {
    const T rows[2] = {a.v[groups - 1][0], a.v[groups - 1][1]};
    DGSOLVE_UNROLL
    for (int block = 0; block < sum.blocks; ++block) {
      const T entry[1] = {blocks[((groups - 1) * sum.blocks + block) * 32 + lane]};
      add_to(block, rows, entry);
    }
  }
}

}  // namespace DGSOLVE_NAMESPACE::cuda
