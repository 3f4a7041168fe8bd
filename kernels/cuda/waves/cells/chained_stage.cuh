/// A stage of the weak form (weak_stage.cuh) by tensor cores, as chains of products that
/// stay in registers: a warp takes eight cells, and the rows of a product are two fields of each. Values at
/// eight points come out of the product with V as the lanes that hold them take their fluxes, and these as
/// the product with P_d takes them: operators' rows are stored in such an order
/// (kernels/cuda/tensor/operator_blocks.hpp) that no lane needs what another holds. Neighbours' traces are
/// copied meanwhile. A second warp takes every other block of points, and its sums are added in the end.
#pragma once

#include "kernels/cuda/waves/cells/chained_limiter.cuh"
#include "kernels/cuda/waves/cells/update.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C, bool is_curved>
struct ChainedStage : ChainedPoints<C, is_curved> {
  using Points = ChainedPoints<C, is_curved>;
  using Points::arguments, Points::shared, Points::warp, Points::element, Points::column, Points::c,
      Points::dim, Points::n_fields, Points::n_faces, Points::Np, Points::Nfp, Points::own_stride,
      Points::across_stride, Points::elements, Points::threads, Points::warps;
  using typename Points::P;
  using typename Points::Shared;
  using typename Points::T;
  static constexpr int Nq = C::Nq, Nfq = C::Nfq;
  static constexpr int node_blocks = product_steps(Np), point_blocks = product_steps(Nq),
                       face_blocks = product_steps(Nfq);
  static constexpr int n_pairs = (n_faces + 1) / 2, n_slopes = n_gradients<P>();
  using Points::is_viscous;
  static_assert(warps == 1 || warps == 2, "two warps' sums are added");
  /// Where there are two, their sums take the place that an earlier state would be copied to.
  static constexpr bool copies_earlier = warps == 1;
  /// A direction's fluxes, and their products with all nodes, are about so many instructions a field.
  static constexpr bool keeps_loops = Points::keeps_loop(dim * n_fields * (12 + 5 * node_blocks));
  /// Directions whose products tensor cores add.
  static constexpr int directions_together = keeps_loops ? 1 : products_together<T>(dim);
  /// Blocks of a face's points that take its nodes' values together.
  static constexpr int face_blocks_together = keeps_loops ? 2 : 1;
  using Rates = RunningSums<T, n_fields>[node_blocks];

  unsigned with_data;  ///< faces of the block at boundaries and interfaces, a bit each

  DGSOLVE_INLINE ChainedStage(const Arguments<C>& arguments, Shared& shared) : Points(arguments, shared) {}

  DGSOLVE_INLINE const T* own_state() const { return shared.own + element * own_stride; }
  DGSOLVE_INLINE BaseState<C> base() const {
    return BaseState<C>([this] { return load<n_fields>(own_state()); });
  }

  /// Gradients at points of the cell.
  DGSOLVE_INLINE auto slopes_in_cell(int block) const {
    if constexpr (is_viscous)
      return this->template at_cell_points<n_slopes>(
          block, [&](int node) { return load<n_slopes>(this->slopes_of(element) + node * n_slopes); });
    else
      return PairOfValues<T, 0>{};
  }
  /// Rounds of n before a pair's.
  static DGSOLVE_INLINE int rounds_before(int n, int pair) { return (n * pair + n_pairs - 1) / n_pairs; }
  template <int n>
  DGSOLVE_INLINE void add_points(Rates& rates, int block) const {
    const T* const own = own_state();
    const BaseState<C> base = this->base();
    const auto u = this->template at_cell_points<n_fields>(
        block, [&](int node) { return base.deviation(load<n_fields>(own + node * n_fields)); });
    const auto slopes = slopes_in_cell(block);
    const auto rows_of = [&](int d) {
      const auto column = [&](int half) {
        const Position<C> g = direction<C>(this->metric_at(element, 8 * block + this->column + 4 * half), d);
        return base.without_flux(volume_column<C>(base.whole(u.at(half)), slopes.at(half), c, g), 1, c, g);
      };
      const Fields<C> flux = column(0);
      return Rows<T, n_fields, n>(flux, n == 8 ? column(1) : flux);
    };
    DGSOLVE_UNROLL_BY(keeps_loops ? 1 : dim)
    for (int first = 0; first < dim; first += directions_together) {
      Rows<T, n_fields, n> rows[directions_together];
      DGSOLVE_UNROLL
      for (int d = 0; d < directions_together; ++d) rows[d] = rows_of(first + d);
      DGSOLVE_UNROLL
      for (int i = 0; i < node_blocks; ++i)
        rates[i].add_together([&](RowSums<T, n_fields>& sums) {
          DGSOLVE_UNROLL
          for (int d = 0; d < directions_together; ++d)
            sums.add(rows[d], arguments.tensor.project_blocks, (i * point_blocks + block) * dim + first + d);
        });
    }
  }
  /// A pair's share of the points of cells: meanwhile its traces come, the first ones from farthest.
  DGSOLVE_INLINE void add_volume(Rates& rates, int pair) const {
    constexpr int whole = whole_product_steps(Nq), rounds = (whole + warps - 1) / warps;
    const int begin = rounds_before(rounds, pair) * warps, end = rounds_before(rounds, pair + 1) * warps;
    DGSOLVE_UNROLL_BY(1)
    for (int block = begin + warp; block < end; block += warps)
      if (whole % warps == 0 || block < whole) add_points<8>(rates, block);
    if constexpr (whole < point_blocks)
      if (pair == n_pairs - 1 && warp == whole % warps) add_points<4>(rates, whole);
  }

  /// Whether the lane's element meets a boundary or an interface at a face, and whether any of the block
  /// does.
  DGSOLVE_INLINE bool is_given(int face) const { return with_data >> (element * n_faces + face) & 1; }
  DGSOLVE_INLINE bool some_are_given(int face) const {
    unsigned first_faces = 0;
    DGSOLVE_UNROLL
    for (int e = 0; e < elements; ++e) first_faces |= 1u << e * n_faces;
    return (with_data >> face & first_faces) != 0;
  }

  /// −sJ/J (F* − F_v*) at a point of a face between cells, from the values of both sides there.
  DGSOLVE_INLINE Fields<C> column_between(int face, const FaceGeometry<C>& geometry, const Fields<C>& u_m,
                                          const Fields<C>& u_p, const Along<C>& along) const {
    Fields<C> flux = P::numerical_flux(u_m, c, u_p, c, geometry.n, flux_parameters<C>(arguments)), column{};
    if constexpr (is_viscous)
      add(flux, T(-1),
          viscous_flux_between<C>(shared.viscous_faces + (element * n_faces + face) * 2, u_m, c, u_p, c,
                                  along));
    add(column, -geometry.sJ, flux);
    return column;
  }
  /// … at a boundary or an interface. A call of its own: few faces are such, and it takes many registers. By
  /// value: what a call is given by its address would stand in memory.
  static DGSOLVE_NOINLINE Fields<C> given_column(const Arguments<C>& arguments, int slot, int face, int q,
                                                 FaceGeometry<C> geometry, Fields<C> u_m, Fields<C> u_p,
                                                 Along<C> along) {
    const FacePoint<C> p = face_point<C>(
        arguments, slot, face * Nfq + q, geometry, [&](const FacePoint<C>&) { return u_m; },
        [&](const FacePoint<C>&) { return u_p; });
    return cuda::face_column<C>(arguments, slot, face, p, [&] { return along; });
  }

  /// Gradients that count at points of a face, in straight cells along its normal: it is one for all points,
  /// and nodes give a third as many values.
  template <int count>
  DGSOLVE_INLINE auto slopes_at_face(int face, int block) const {
    if constexpr (is_viscous) {
      const auto link = load_words(shared.slope_links + element * n_faces + face);
      const auto slopes = [&](int m) { return load<n_slopes>(link.of_cell + link.nodes[m] * n_slopes); };
      if constexpr (is_curved) {
        return this->template at_face_points<n_slopes, count>(block, slopes);
      } else {
        const Position<C> n = this->face_geometry(element, face, 0).n;
        return this->template at_face_points<n_along<P>(), count>(
            block, [&](int m) { return along<C>(slopes(m), n); });
      }
    } else {
      return Vec<PairOfValues<T, 0>, count>{};
    }
  }
  /// `count` blocks of a face's points, of n columns each. given: of boundaries and interfaces alone, else of
  /// all others; a column is zero where a face is not meant.
  template <bool given, int count, int n>
  DGSOLVE_INLINE void add_face_points(Rates& rates, int face, int first_block) const {
    const unsigned short* const nodes = arguments.traces.face_nodes + face * Nfp;
    const T *const of_own = own_state(), *const of_across = shared.across + element * across_stride +
                                                            face % 2 * Nfp * n_fields;
    const BaseState<C> base = this->base();
    auto both = this->template at_face_points<2 * n_fields, count>(first_block, [&](int m) {
      return joined(base.deviation(load<n_fields>(of_own + nodes[m] * n_fields)),
                    base.deviation(load<n_fields>(of_across + m * n_fields)));
    });
    auto slopes = slopes_at_face<count>(face, first_block);
    const bool is_meant = (!given && !is_curved) || is_given(face) == given;  // else hidden
    DGSOLVE_UNROLL_BY(1)
    for (int block = first_block; block < first_block + count; ++block) {
      const auto along_at = [&](int half, const Position<C>& normal) {
        if constexpr (is_curved)
          return along<C>(slopes[0].at(half), normal);
        else
          return slopes[0].at(half);
      };
      const auto column = [&](int half) {
        const int q = 8 * block + this->column + 4 * half;
        FaceGeometry<C> geometry = this->template face_geometry<given>(element, face, q);
        if (!is_meant) geometry.sJ = T(0);
        const Vec<T, 2 * n_fields> of_sides = both[0].at(half);
        const Fields<C> u_m = base.whole(section<0, n_fields>(of_sides)),
                        u_p = base.whole(section<n_fields, n_fields>(of_sides));
        Fields<C> found{};
        if constexpr (!given)
          found = column_between(face, geometry, u_m, u_p, along_at(half, geometry.n));
        else if (is_meant)
          found = given_column(arguments, this->slot_of(element), face, q < Nfq ? q : Nfq - 1, geometry, u_m,
                               u_p, along_at(half, geometry.n));
        return base.without_flux(found, -geometry.sJ, c, geometry.n);
      };
      const Fields<C> flux = column(0);
      const Rows<T, n_fields, n> rows(flux, n == 8 ? column(1) : flux);
      DGSOLVE_UNROLL
      for (int i = 0; i < node_blocks; ++i)
        rates[i].add(rows, arguments.tensor.face_project_blocks, (i * n_faces + face) * face_blocks + block);
      move_down(both);
      move_down(slopes);
    }
  }
  /// A pair's faces. Those with data are a loop of their own: a call in the other would take registers from
  /// all that surrounds it.
  DGSOLVE_INLINE void add_faces(Rates& rates, int pair) const {
    add_faces<false>(rates, pair);
    unsigned of_pair = 0;
    DGSOLVE_UNROLL
    for (int e = 0; e < elements; ++e) of_pair |= 3u << e * n_faces;
    if ((with_data >> 2 * pair & of_pair) != 0) add_faces<true>(rates, pair);
  }
  template <bool given>
  DGSOLVE_INLINE void add_faces(Rates& rates, int pair) const {
    constexpr int together = given ? 1 : face_blocks_together, n_whole = whole_product_steps(Nfq);
    // of walls, and where they fill a turn, the last four columns are eight
    constexpr int turns = (given || n_whole % together != 0 ? face_blocks : n_whole) / together;
    constexpr int rest = turns * together, rest_columns = rest < n_whole ? 8 : 4;
    const int first_face = 2 * pair, n = n_faces % 2 == 1 && pair == n_pairs - 1 ? 1 : 2;
    DGSOLVE_UNROLL_BY(1)
    for (int i = warp; i < n * turns; i += warps)
      if (!given || some_are_given(first_face + i / turns))
        add_face_points<given, together, 8>(rates, first_face + i / turns, i % turns * together);
    if constexpr (rest < face_blocks) {
      DGSOLVE_UNROLL_BY(1)
      for (int i = warp; i < n; i += warps)
        add_face_points<given, 1, rest_columns>(rates, first_face + i, rest);
    }
  }

  /// rates ← this warp's share of P (1/J) V of all warps' rates. Returns behind a barrier.
  DGSOLVE_INLINE void project_over_jacobian(Rates& rates) const {
    DGSOLVE_UNROLL
    for (int turn = 0; turn < warps; ++turn) {
      const auto add_sums = [&](int i, int, int half, int place) {
        Fields<C> sum = rates[i].at(half);
        if (turn > 0) add(sum, T(1), load<n_fields>(shared.across + place));
        store(sum, shared.across + place);
      };
      if (warp == turn)
        for (const bool own : {true, false}) for_nodes(own, add_sums);
      __syncthreads();
    }
    for (RunningSums<T, n_fields>& sums : rates) sums = {};
    const T* const all = shared.across + element * own_stride;
    DGSOLVE_UNROLL_BY(1)
    for (int block = warp; block < point_blocks; block += warps) {
      const auto r = this->template at_cell_points<n_fields>(
          block, [&](int node) { return load<n_fields>(all + node * n_fields); });
      const auto over_jacobian = [&](int half) {
        Fields<C> quotient{};
        add(quotient, this->metric_at(element, 8 * block + column + 4 * half)[dim * dim], r.at(half));
        return quotient;
      };
      const Rows<T, n_fields, 8> rows(over_jacobian(0), over_jacobian(1));
      DGSOLVE_UNROLL
      for (int i = 0; i < node_blocks; ++i)
        rates[i].add(rows, arguments.tensor.project_to_nodes_blocks, i * point_blocks + block);
    }
    __syncthreads();
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
  /// Whether the stage is one of u and its rate alone, as most of a scheme without 2N storage are.
  DGSOLVE_INLINE bool takes_u_alone() const {
    if constexpr (!C::general_stage) return false;
    return earlier() == nullptr && arguments.stage.a == 0 && arguments.stage.b == 0 &&
           !keeps_residual<C>(arguments);
  }
  /// Leaves u_next in the place of the block's own state, and residuals in that of the traces. What two of a
  /// lane's nodes need is loaded before the first of them is stored, which the next load would wait for.
  template <bool of_u_alone>
  DGSOLVE_INLINE void update(const Update<C>& of_node, const Rates& rates) const {
    const int slot = this->slot_of(element);
    const bool reads_earlier = !of_u_alone && earlier() != nullptr,
               reads_residual = !of_u_alone && arguments.stage.a != 0;
    DGSOLVE_UNROLL
    for (int i = 0; i < node_blocks; ++i) {
      if (!updates(i)) continue;
      const auto node_of = [&](int half) { return 8 * i + column + 4 * half; };
      const auto place_of = [&](int half) { return element * own_stride + node_of(half) * n_fields; };
      Fields<C> u[2], before[2], residual[2], rate[2];
      DGSOLVE_UNROLL
      for (int half = 0; half < 2; ++half) {
        if (node_of(half) >= Np) continue;
        u[half] = load<n_fields>(shared.own + place_of(half));
        rate[half] = rates[i].at(half);
        if (reads_earlier)
          before[half] = copies_earlier ? load<n_fields>(shared.across + place_of(half))
                                        : load_fields<C>(earlier(), slot, node_of(half));
        if constexpr (warps == 2) add(rate[half], T(1), load<n_fields>(shared.across + place_of(half)));
      }
      if (reads_residual)
        for (int half = 0; half < 2; ++half)
          if (node_of(half) < Np)
            residual[half] =
                C::general_stage ? load_fields<C>(arguments.residual, slot, node_of(half)) : before[half];
      DGSOLVE_UNROLL
      for (int half = 0; half < 2; ++half) {
        const int node = node_of(half);
        if (node >= Np) continue;
        if constexpr (of_u_alone) {
          of_node.advance(slot, node, c, rate[half], u[half]);
        } else {
          if (!C::general_stage && !reads_residual) residual[half] = {};
          of_node(slot, node, c, rate[half], u[half], residual[half], [&] { return before[half]; });
          if (keeps_residual<C>(arguments)) store(residual[half], shared.across + place_of(half));
        }
        store(u[half], shared.own + place_of(half));
      }
    }
  }

  DGSOLVE_INLINE void run() {
    const Face met = this->load_face();
    this->start_own_copies();
    if constexpr (is_viscous) this->start_slope_copies();
    if (warp == 0) this->link_face(met);
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    with_data = ballot(met.boundary != 0);
    const T* const before = earlier();
    __syncthreads();
    Rates rates;
    DGSOLVE_UNROLL_BY(1)
    for (int pair = 0; pair < n_pairs; ++pair) {
      this->start_neighbor_copies(pair);
      if (pair == 0) {
        if (before != nullptr) this->prefetch_records(before);
        this->wait_for(shared.own_copies);
        this->hide_faces(with_data);
        if constexpr (is_viscous) this->wait_for(shared.slope_copies);
      }
      add_volume(rates, pair);
      wait_for_copies();
      __syncthreads();
      add_faces(rates, pair);
      __syncthreads();  // the pair's fluxes are lifted
    }
    if constexpr (is_curved) project_over_jacobian(rates);
    if (copies_earlier && before != nullptr) this->start_earlier_copies(before);
    if constexpr (warps == 2)
      for_nodes(false,
                [&](int i, int, int half, int place) { store(rates[i].at(half), shared.across + place); });
    const Update<C> of_node(arguments, shared.source_factors);
    __syncthreads();
    if (copies_earlier && before != nullptr) this->wait_for(shared.earlier_copies);
    if (takes_u_alone())
      update<true>(of_node, rates);
    else
      update<false>(of_node, rates);
    this->start_stores();
    if constexpr (C::has_limiter) ask_limiter<C, is_curved>(arguments, shared);
    this->finish_stores();
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    ChainedStage(arguments, shared).run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
