/// A stage of the weak form (weak_stage.cuh) on straight cells by tensor cores, as chains of products that
/// stay in registers: a warp takes eight cells, and the rows of a product are two fields of each. Values at
/// eight points come out of the product with V as the lanes that hold them take their fluxes, and these as
/// the product with P_d takes them: operators' rows are stored in such an order
/// (kernels/cuda/tensor/operator_blocks.hpp) that no lane needs what another holds. Neighbours' traces are
/// copied meanwhile. A second warp takes every other block of points, and its sums are added in the end.
#pragma once

#include "kernels/cuda/tensor/row_products.cuh"
#include "kernels/cuda/waves/cells/chained_block.cuh"
#include "kernels/cuda/waves/cells/update.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct ChainedStage : ChainedBlock<C> {
  using Block = ChainedBlock<C>;
  using Block::arguments, Block::shared, Block::lane, Block::warp, Block::first, Block::last, Block::dim,
      Block::n_fields, Block::n_faces, Block::Np, Block::Nfp, Block::own_stride, Block::across_stride,
      Block::elements, Block::threads, Block::warps;
  using typename Block::P;
  using typename Block::Shared;
  using typename Block::T;
  static constexpr int Nq = C::Nq, Nfq = C::Nfq;
  static constexpr int node_blocks = product_steps(Np), point_blocks = product_steps(Nq),
                       face_blocks = product_steps(Nfq), face_node_blocks = product_steps(Nfp);
  static constexpr int n_pairs = (n_faces + 1) / 2, n_slopes = n_gradients<P>();
  static constexpr bool is_viscous = n_slopes > 0;
  static_assert(warps == 1 || warps == 2, "two warps' sums are added");
  using FieldSums = RowSums<T, n_fields>;
  using SlopeSums = RowSums<T, n_slopes>;
  using Rates = FieldSums[node_blocks];

  const int element, column;  ///< the lane's element, and its first column of eight
  const Coefficients<C> c;    ///< of all cells
  unsigned with_data;         ///< faces of the block at boundaries and interfaces, a bit each

  DGSOLVE_INLINE ChainedStage(const Arguments<C>& arguments, Shared& shared)
      : Block(arguments, shared),
        element(this->lane / 4),
        column(this->lane % 4),
        c(load_coefficients<C>(arguments, this->slot_of(element), 0)) {}

  /// Values at eight or four points from those at some nodes. blocks: of the operator between them.
  template <int m, int n_nodes, class At>
  DGSOLVE_INLINE RowSums<T, m> at_points(const T* blocks, int point_block, At at) const {
    RowSums<T, m> sums;
    constexpr int steps = product_steps(n_nodes), whole = whole_product_steps(n_nodes);
    DGSOLVE_UNROLL
    for (int k = 0; k < whole; ++k) add_nodes<8, n_nodes>(sums, k, blocks, point_block * steps + k, at);
    if constexpr (whole < steps) add_nodes<4, n_nodes>(sums, whole, blocks, point_block * steps + whole, at);
    return sums;
  }
  /// sums += the operator times values at n of the nodes, from 8k on; at(node): of the lane's element.
  /// Operators have zeros for nodes beyond the last.
  template <int n, int n_nodes, int m, class At>
  DGSOLVE_INLINE void add_nodes(RowSums<T, m>& sums, int k, const T* blocks, int block, At at) const {
    const int node = 8 * k + column;
    const auto within = [&](int i) { return 8 * k + 8 <= n_nodes || i < n_nodes ? i : n_nodes - 1; };
    const Vec<T, m> values = at(within(node));
    sums.add(Rows<T, m, n>(values, n == 8 ? at(within(node + 4)) : values), blocks, block);
  }

  template <int n>
  DGSOLVE_INLINE void add_points(Rates& rates, int block) const {
    const T* const own = shared.own + element * own_stride;
    const FieldSums u = at_points<n_fields, Np>(arguments.tensor.value_blocks, block, [&](int node) {
      return load<n_fields>(own + node * n_fields);
    });
    SlopeSums slopes;
    if constexpr (is_viscous)
      slopes = at_points<n_slopes, Np>(arguments.tensor.value_blocks, block, [&](int node) {
        return load<n_slopes>(this->slopes_of(element) + node * n_slopes);
      });
    const T* const metric = shared.metric + element * this->metric_stride;
    DGSOLVE_UNROLL
    for (int d = 0; d < dim; ++d) {
      Position<C> g;
      for (int j = 0; j < dim; ++j) g[j] = metric[d * dim + j];
      const Fields<C> flux = volume_column<C>(u.at(0), slopes.at(0), c, g);
      const Rows<T, n_fields, n> rows(flux, n == 8 ? volume_column<C>(u.at(1), slopes.at(1), c, g) : flux);
      DGSOLVE_UNROLL
      for (int i = 0; i < node_blocks; ++i)
        rates[i].add(rows, arguments.tensor.project_blocks, (i * point_blocks + block) * dim + d);
    }
  }
  /// A pair's share of the points of cells.
  DGSOLVE_INLINE void add_volume(Rates& rates, int pair) const {
    constexpr int whole = whole_product_steps(Nq), rounds = (whole + warps - 1) / warps;
    const int begin = rounds * pair / n_pairs * warps, end = rounds * (pair + 1) / n_pairs * warps;
    DGSOLVE_UNROLL_BY(1)
    for (int block = begin + warp; block < end; block += warps)
      if (whole % warps == 0 || block < whole) add_points<8>(rates, block);
    if constexpr (whole < point_blocks)
      if (pair == n_pairs - 1 && warp == whole % warps) add_points<4>(rates, whole);
  }

  /// −sJ/J (F* − F_v*) at point q of a face, from the values of both sides there.
  DGSOLVE_INLINE Fields<C> face_column(int face, int q, const Fields<C>& u_m, const Fields<C>& u_p,
                                       const Slopes<C>& slopes) const {
    const int slot = this->slot_of(element);
    const FaceGeometry<C> geometry = this->face_geometry(element, face);
    if (with_data >> (element * n_faces + face) & 1)
      return column_with_data(arguments, slot, face, q < Nfq ? q : Nfq - 1, geometry, u_m, u_p, slopes);
    Fields<C> flux = P::numerical_flux(u_m, c, u_p, c, geometry.n, flux_parameters<C>(arguments)), column{};
    if constexpr (is_viscous)
      add(flux, T(-1),
          viscous_flux_between<C>(viscous_face<C>(arguments, slot, face), u_m, c, u_p, c, slopes,
                                  geometry.n));
    add(column, -geometry.sJ, flux);
    return column;
  }
  /// … where a boundary or an interface has data. A call of its own: few faces are such, and it takes many
  /// registers. By value: what a call is given by its address would stand in memory for all faces.
  static DGSOLVE_NOINLINE Fields<C> column_with_data(const Arguments<C>& arguments, int slot, int face, int q,
                                                     FaceGeometry<C> geometry, Fields<C> u_m, Fields<C> u_p,
                                                     Slopes<C> slopes) {
    const FacePoint<C> p = face_point<C>(
        arguments, slot, face * Nfq + q, geometry, [&](const FacePoint<C>&) { return u_m; },
        [&](const FacePoint<C>&) { return u_p; });
    return cuda::face_column<C>(arguments, slot, face, p, [&] { return slopes; });
  }

  /// The gradients that count at points of a face.
  DGSOLVE_INLINE SlopeSums slopes_at(int face, int block, const unsigned short* own_nodes) const {
    const int slot = this->slot_of(element);
    const auto link = load_words(shared.links + element * n_faces + face);
    const bool own = viscous_face<C>(arguments, slot, face)[0] != T(0) || link.slot == slot;
    const unsigned short* const nodes = own ? own_nodes : link.nodes;
    const T* const of_cell =
        own ? this->slopes_of(element)
            : gradients_at<C>(static_cast<const T*>(arguments.viscous.gradients), link.slot, 0);
    return at_points<n_slopes, Nfp>(arguments.tensor.face_value_blocks, block,
                                    [&](int m) { return load<n_slopes>(of_cell + nodes[m] * n_slopes); });
  }
  template <int n>
  DGSOLVE_INLINE void add_face_points(Rates& rates, int face, int block) const {
    const T* const blocks = arguments.tensor.face_value_blocks;
    const unsigned short* const nodes = arguments.traces.face_nodes + face * Nfp;
    const T *const of_own = shared.own + element * own_stride, *const of_across = shared.across +
                                                                                  element * across_stride +
                                                                                  face % 2 * Nfp * n_fields;
    const FieldSums own = at_points<n_fields, Nfp>(
                        blocks, block, [&](int m) { return load<n_fields>(of_own + nodes[m] * n_fields); }),
                    across = at_points<n_fields, Nfp>(
                        blocks, block, [&](int m) { return load<n_fields>(of_across + m * n_fields); });
    SlopeSums slopes;
    if constexpr (is_viscous) slopes = slopes_at(face, block, nodes);
    const int q = 8 * block + column;
    const Fields<C> flux = face_column(face, q, own.at(0), across.at(0), slopes.at(0));
    const Rows<T, n_fields, n> rows(
        flux, n == 8 ? face_column(face, q + 4, own.at(1), across.at(1), slopes.at(1)) : flux);
    DGSOLVE_UNROLL
    for (int i = 0; i < node_blocks; ++i)
      rates[i].add(rows, arguments.tensor.face_project_blocks, (i * n_faces + face) * face_blocks + block);
  }
  DGSOLVE_INLINE void add_faces(Rates& rates, int pair) const {
    constexpr int whole = whole_product_steps(Nfq);
    const int first_face = 2 * pair, n = n_faces % 2 == 1 && pair == n_pairs - 1 ? 1 : 2;
    DGSOLVE_UNROLL_BY(1)
    for (int i = warp; i < n * whole; i += warps)
      add_face_points<8>(rates, first_face + i / whole, i % whole);
    if constexpr (whole < face_blocks) {
      DGSOLVE_UNROLL_BY(1)
      for (int i = warp; i < n; i += warps) add_face_points<4>(rates, first_face + i, whole);
    }
  }

  /// The state that the stage combines with, or its residual; null where it reads none.
  DGSOLVE_INLINE const T* earlier() const {
    if constexpr (C::general_stage) return arguments.stage.p != 0 ? arguments.u0 : nullptr;
    return arguments.stage.a != 0 ? arguments.residual : nullptr;
  }
  DGSOLVE_INLINE bool updates(int node_block) const { return node_block % warps == warp; }
  /// body(node block, node, half, place of its record in a block's) for the lane's nodes.
  template <class Body>
  DGSOLVE_INLINE void for_nodes(bool own, Body body) const {
    DGSOLVE_UNROLL
    for (int i = 0; i < node_blocks; ++i) {
      if (updates(i) != own) continue;
      DGSOLVE_UNROLL
      for (int half = 0; half < 2; ++half)
        if (const int node = 8 * i + column + 4 * half; node < Np)
          body(i, node, half, element * own_stride + node * n_fields);
    }
  }
  /// Leaves u_next in the place of the block's own state, and residuals in that of the traces.
  DGSOLVE_INLINE void update(const Rates& rates, const T* other_sums, const T* before) const {
    const Update<C> of_node(arguments, shared.source_factors);
    const int slot = this->slot_of(element);
    for_nodes(true, [&](int i, int node, int half, int place) {
      Fields<C> u = load<n_fields>(shared.own + place), rate = rates[i].at(half), residual{}, u0{};
      if constexpr (warps == 2) add(rate, T(1), load<n_fields>(other_sums + place));
      if (before != nullptr) u0 = load<n_fields>(shared.across + place);
      if constexpr (!C::general_stage)
        residual = u0;
      else if (arguments.stage.a != 0)
        residual = load_fields<C>(arguments.residual, slot, node);
      of_node(slot, node, c, rate, u, residual, [&] { return u0; });
      store(u, shared.own + place);
      if (keeps_residual<C>(arguments)) store(residual, shared.across + place);
    });
  }

  DGSOLVE_INLINE void run() {
    const Face met = this->load_face();
    this->start_copies(shared.own_copies, shared.own, arguments.u);
    if constexpr (is_viscous) this->start_slope_copies();
    if (warp == 0) this->link_face(met);
    this->load_geometry();
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    with_data = ballot(met.boundary != 0);
    const T* const before = earlier();
    __syncthreads();
    Rates rates;
    DGSOLVE_UNROLL_BY(1)
    for (int pair = 0; pair < n_pairs; ++pair) {
      this->start_neighbor_copies(pair);
      if (pair == 0) {
        if (before != nullptr) this->prefetch_earlier(before);
        this->wait_for(shared.own_copies);
        if constexpr (is_viscous) this->wait_for(shared.slope_copies);
      }
      add_volume(rates, pair);
      wait_for_copies();
      __syncthreads();
      add_faces(rates, pair);
      __syncthreads();  // the pair's fluxes are lifted
    }
    if (before != nullptr) this->start_copies(shared.earlier_copies, shared.across, before);
    T* const other_sums = shared.across + elements * own_stride;
    if constexpr (warps == 2)
      for_nodes(false,
                [&](int i, int, int half, int place) { store(rates[i].at(half), other_sums + place); });
    __syncthreads();
    if (before != nullptr) this->wait_for(shared.earlier_copies);
    update(rates, other_sums, before);
    this->store_results();
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    ChainedStage(arguments, shared).run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
