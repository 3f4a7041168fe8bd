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

template <class C, bool is_curved>
struct ChainedPoints : ChainedBlock<C, is_curved> {
  using Block = ChainedBlock<C, is_curved>;
  using Block::arguments;
  using typename Block::Shared;
  using typename Block::T;

  /// In single precision, where a product is three with operands to be split, loops that would be long
  /// unrolled were faster as loops (kernels/PERFORMANCE.md), which set the limit.
  static constexpr bool keeps_loop(int instructions) {
    return sizeof(T) < sizeof(double) && instructions > 450;
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
    return at_points<C::cell_points_are_nodes, m, C::Np>(arguments.tensor.value_blocks, block, at);
  }
  /// … of a face's.
  template <int m, class At>
  DGSOLVE_INLINE auto at_face_points(int block, At at) const {
    return at_points<C::face_points_are_nodes, m, C::Nfp>(arguments.tensor.face_value_blocks, block, at);
  }

 private:
  template <bool points_are_nodes, int m, int n_nodes, class At>
  DGSOLVE_INLINE auto at_points(const T* blocks, int point_block, At at) const {
    if constexpr (points_are_nodes) {
      return PairOfValues<T, m>{{at(node<n_nodes>(point_block, 0)), at(node<n_nodes>(point_block, 1))}};
    } else {
      RowSums<T, m> sums;
      constexpr int steps = product_steps(n_nodes), whole = whole_product_steps(n_nodes);
      constexpr bool keeps = keeps_loop(16 * m * whole);  // about so many a value of a node
      constexpr int together = keeps ? 1 : 3;             // products that are set aside as one
      DGSOLVE_UNROLL_BY(keeps ? 1 : steps)
      for (int k = 0; k < whole; ++k) {
        add_nodes<8, n_nodes>(sums, k, blocks, point_block * steps + k, at);
        if (k % together == together - 1) sums.set_aside();
      }
      if constexpr (whole < steps)
        add_nodes<4, n_nodes>(sums, whole, blocks, point_block * steps + whole, at);
      return sums;
    }
  }
  /// sums += the operator times values at n of the nodes, from 8k on. Operators have zeros for nodes beyond
  /// the last.
  template <int n, int n_nodes, int m, class At>
  DGSOLVE_INLINE void add_nodes(RowSums<T, m>& sums, int k, const T* blocks, int block, At at) const {
    const Vec<T, m> values = at(node<n_nodes>(k, 0));
    sums.add(Rows<T, m, n>(values, n == 8 ? at(node<n_nodes>(k, 1)) : values), blocks, block);
  }
  /// At one of the lane's columns of the k-th eight, or the last one.
  template <int n_nodes>
  DGSOLVE_INLINE int node(int k, int half) const {
    const int i = 8 * k + column + 4 * half;
    return 8 * k + 8 <= n_nodes || i < n_nodes ? i : n_nodes - 1;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
