/// Values of the cells of a chained stage's block (chained_block.cuh) at points, by products whose sums stay
/// in registers.
#pragma once

#include "kernels/cuda/tensor/row_products.cuh"
#include "kernels/cuda/waves/cells/chained_block.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// At a lane's two columns of eight, as RowSums.
template <class T, int m>
struct PairOfValues {
  Vec<T, m> values[2];
  DGSOLVE_INLINE const Vec<T, m>& at(int half) const { return values[half]; }
};

/// Values of both sides of a face together: products with one operator take an odd number of fields of each
/// without rows to spare.
template <class T, int m, int n>
DGSOLVE_INLINE Vec<T, m + n> joined(const Vec<T, m>& a, const Vec<T, n>& b) {
  Vec<T, m + n> both;
  for (int i = 0; i < m; ++i) both[i] = a[i];
  for (int i = 0; i < n; ++i) both[m + i] = b[i];
  return both;
}
template <int first, int n, class T, int m>
DGSOLVE_INLINE Vec<T, n> section(const Vec<T, m>& values) {
  Vec<T, n> found;
  for (int i = 0; i < n; ++i) found[i] = values[first + i];
  return found;
}

/// Each takes the values of the next: a loop cannot count registers.
template <class T, int n>
DGSOLVE_INLINE void move_down(Vec<T, n>& values) {
  DGSOLVE_UNROLL
  for (int i = 0; i + 1 < n; ++i) values[i] = values[i + 1];
}

template <class C, bool is_curved>
struct ChainedPoints : ChainedBlock<C, is_curved> {
  using Block = ChainedBlock<C, is_curved>;
  using Block::arguments;
  using typename Block::Shared;
  using typename Block::T;

  /// In single precision a product is three, with operands to be split. Loops that would be long unrolled are
  /// faster as loops: their text stays in a cache of instructions. The limit is by trial
  /// (kernels/PERFORMANCE.md).
  static constexpr bool keeps_loop(int instructions) {
    return sizeof(T) < sizeof(double) && instructions > 400;
  }

  const int element, column;  ///< the lane's element, and its first column of eight
  const Coefficients<C> c;    ///< of all cells, for chained variants serve one medium

  DGSOLVE_INLINE ChainedPoints(const Arguments<C>& arguments, Shared& shared)
      : Block(arguments, shared),
        element(threadIdx.x % 32 / 4),
        column(threadIdx.x % 4),
        c(load_nonzero_coefficients<C>(arguments.media.values)) {}

  /// Values at eight of a cell's points from those at its nodes; at(node): of the lane's element.
  template <int m, class At>
  DGSOLVE_INLINE auto at_cell_points(int block, At at) const {
    return at_points<C::cell_points_are_nodes, m, 1, C::Np>(arguments.tensor.value_blocks, block, at)[0];
  }
  /// … at `count` times eight of a face's.
  template <int m, int count, class At>
  DGSOLVE_INLINE auto at_face_points(int block, At at) const {
    return at_points<C::face_points_are_nodes, m, count, C::Nfp>(arguments.tensor.face_value_blocks, block,
                                                                 at);
  }

 private:
  template <bool points_are_nodes, int m, int count, int n_nodes, class At>
  DGSOLVE_INLINE auto at_points(const T* blocks, int point_block, At at) const {
    constexpr int steps = product_steps(n_nodes), whole = whole_product_steps(n_nodes),
                  together = products_together<T>(steps);
    [[maybe_unused]] constexpr bool keeps = keeps_loop(16 * m * steps);  // about so many a value of a node
    if constexpr (points_are_nodes) {
      Vec<PairOfValues<T, m>, count> values;
      DGSOLVE_UNROLL
      for (int i = 0; i < 2 * count; ++i)
        values[i / 2].values[i % 2] = at(node<n_nodes>(point_block + i / 2, i % 2));
      return values;
    } else if constexpr (together == steps) {
      Vec<RowSums<T, m>, count> sums;
      DGSOLVE_UNROLL_BY(keeps ? 1 : steps)
      for (int k = 0; k < whole; ++k) add_nodes<8, n_nodes>(sums, k, blocks, point_block, at);
      if constexpr (whole < steps) add_nodes<4, n_nodes>(sums, whole, blocks, point_block, at);
      return sums;
    } else {
      Vec<RunningSums<T, m>, count> sums;
      const auto add_some = [&](int first, int end, bool last) {
        Vec<RowSums<T, m>, count> some;
        DGSOLVE_UNROLL
        for (int k = 0; k < end - first; ++k) add_nodes<8, n_nodes>(some, first + k, blocks, point_block, at);
        if (whole < steps && last) add_nodes<4, n_nodes>(some, whole, blocks, point_block, at);
        DGSOLVE_UNROLL
        for (int j = 0; j < count; ++j) sums[j].set_aside(some[j]);
      };
      constexpr int rest = whole - whole % together;
      DGSOLVE_UNROLL_BY(keeps ? 1 : steps)
      for (int k = 0; k < rest; k += together) add_some(k, k + together, false);
      if constexpr (rest < steps) add_some(rest, whole, true);
      return sums;
    }
  }
  /// sums += the operator times values at n of the nodes, from 8k on. Operators have zeros for nodes beyond
  /// the last.
  template <int n, int n_nodes, int m, int count, class At>
  DGSOLVE_INLINE void add_nodes(Vec<RowSums<T, m>, count>& sums, int k, const T* blocks, int point_block,
                                At at) const {
    const Vec<T, m> values = at(node<n_nodes>(k, 0));
    const Rows<T, m, n> rows(values, n == 8 ? at(node<n_nodes>(k, 1)) : values);
    DGSOLVE_UNROLL
    for (int j = 0; j < count; ++j) sums[j].add(rows, blocks, (point_block + j) * product_steps(n_nodes) + k);
  }
  /// At one of the lane's columns of the k-th eight, or the last one.
  template <int n_nodes>
  DGSOLVE_INLINE int node(int k, int half) const {
    const int i = 8 * k + column + 4 * half;
    return 8 * k + 8 <= n_nodes || i < n_nodes ? i : n_nodes - 1;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
