/// A stage for two vector fields tied by a curl, by the tensor cores
/// (kernels/waves/traits/equation.hpp, the trait curl_pair; Q ∂a/∂t = ∇×b + …, Q ∂b/∂t = −∇×a + …).
///
/// The state is kept in covariant components a_i = a·∂x/∂r_i. The curl's contravariant components are then
/// (∂a_l/∂r_j − ∂a_j/∂r_l)/J, six products instead of nine, and all that a cell's shape adds is the metric
/// tensor (∂x/∂r_i·∂x/∂r_l)/J, which turns them into covariant ones (Piola transform; exact on straight
/// cells). Across a face only the two components along its edges count, which neighbours share but for their
/// vertices' numbers.
///
/// Curved cells differ in this (solver/README.md): the operators go to quadrature points, metric tensors are
/// those of points, and one more product projects the result to the nodes.
///
/// A block takes eight elements. In m16n8k8 the 16 rows are a and b of the eight, the 8 columns are nodes,
/// and sums run over nodes: one lane then owns all fields of its nodes, and the curl and the update exchange
/// nothing. Copies are in flight while products run: the block's own state first, then its neighbours' nodes,
/// whose places the fluxes take.
#pragma once

#include "kernels/cuda/tensor/fragments.cuh"
#include "kernels/cuda/waves/cells/update.cuh"
#include "kernels/cuda/waves/covariant/tensor_block.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C, bool curved = false>
struct TensorStage : TensorBlock<C, curved> {
  using Block = TensorBlock<C, curved>;
  using Block::across_stride, Block::arguments, Block::edge_record, Block::elements, Block::first,
      Block::lane, Block::last, Block::n_face_nodes, Block::n_faces, Block::Nfp, Block::Np, Block::Nq,
      Block::record, Block::residuals_beside, Block::shared, Block::slot_of, Block::own_stride,
      Block::point_stride, Block::threads, Block::warp, Block::warps;
  using Block::Block;
  using typename Block::Shared;
  using typename Block::Sizes;
  using typename Block::T;
  static constexpr bool operators_ahead = Sizes::operators_ahead;
  /// Products take eight nodes at a time, or in the last step four, where no more are left.
  static constexpr int node_steps = (Np + 7) / 8, face_steps = (n_face_nodes + 7) / 8,
                       point_steps = (Nq + 7) / 8;
  static constexpr int whole_steps(int n) { return (n + 3) / 8; }

  /// Eight rows of an operator, nodes or points.
  template <int rows>
  struct Tiles {
    static constexpr int n = (rows + 7) / 8, per_warp = (n + warps - 1) / warps;

    /// The i-th of a warp's tiles; one beyond the last computes what is never stored.
    static DGSOLVE_INLINE int of(int warp, int i) {
      const int tile = warp * per_warp + i;
      return n % per_warp == 0 && n == per_warp * warps ? tile : tile < n ? tile : n - 1;
    }
    /// A lane's rows of a tile are t and t + 4, as the operators' blocks are ordered.
    static DGSOLVE_INLINE int row(int warp, int lane, int i, int half) {
      return 8 * (warp * per_warp + i) + lane % 4 + 4 * half;
    }
  };
  using NodeTiles = Tiles<Np>;
  using CurlTiles = Tiles<curved ? Nq : Np>;  ///< where curls are needed: at points, or at nodes
  static constexpr int tiles_per_warp = CurlTiles::per_warp;

  using Sums = Sum<T>[tiles_per_warp][3];  ///< of a warp's tiles, by contravariant component

  /// Rows (a, b) of component c for eight or four nodes, from records of a node.
  template <int n>
  static DGSOLVE_INLINE void load_operand(Operand<T, n / 2>& a, const T* records, int stride, int lane,
                                          int c) {
    const T* at = records + element_of_row(Np, lane / 4) * stride + lane % 4 * record + 2 * c;
    for (int i = 0; i < n / 4; ++i) {
      const Vec<T, 2> row = load<2>(at + 4 * i * record);
      a.set(2 * i, row[0]);
      a.set(2 * i + 1, row[1]);
    }
  }
  /// n blocks of an operator, stored in the order of lanes, for each of a warp's tiles: fetched where they
  /// are used, or ahead of what else products wait for, where registers are to spare.
  template <int n, class OfTiles = CurlTiles>
  class TileOperators {
   public:
    DGSOLVE_INLINE TileOperators(const TensorStage& stage, const T* blocks) : stage_(stage), blocks_(blocks) {
      if constexpr (operators_ahead)
        for (int i = 0; i < OfTiles::per_warp; ++i)
          for (int j = 0; j < n; ++j) ahead_[i][j] = fetch(i, j);
    }
    /// The j-th block of the i-th tile, for eight or four nodes.
    template <int nodes>
    DGSOLVE_INLINE Operand<T, nodes / 4> at(int i, int j) const {
      Vec<T, 2> values;
      if constexpr (operators_ahead)
        values = ahead_[i][j];
      else
        values = fetch(i, j);
      Operand<T, nodes / 4> b;
      for (int k = 0; k < nodes / 4; ++k) b.set(k, values[k]);
      return b;
    }

   private:
    DGSOLVE_INLINE Vec<T, 2> fetch(int i, int j) const {
      return load<2>(blocks_ + ((OfTiles::of(stage_.warp, i) * n + j) * 32 + stage_.lane) * 2);
    }
    const TensorStage& stage_;
    const T* blocks_;
    Vec<T, 2> ahead_[operators_ahead ? OfTiles::per_warp : 1][operators_ahead ? n : 1];
  };
  using CurlOperators = TileOperators<3 * node_steps>;
  using LiftOperators = TileOperators<face_steps>;
  using Projection = TileOperators<point_steps, NodeTiles>;

  /// (∂a_l/∂r_j − ∂a_j/∂r_l), (i, j, l) cyclic.
  DGSOLVE_INLINE void add_curl(Sums& sums, const CurlOperators& operators) const {
    DGSOLVE_UNROLL_BY(operators_ahead ? node_steps : Sizes::steps_at_once)
    for (int k = 0; k < whole_steps(Np); ++k) add_curl<8>(sums, operators, k);
    if constexpr (whole_steps(Np) < node_steps) add_curl<4>(sums, operators, node_steps - 1);
  }
  template <int nodes>
  DGSOLVE_INLINE void add_curl(Sums& sums, const CurlOperators& operators, int k) const {
    Operand<T, nodes / 2> a[3];
    for (int c = 0; c < 3; ++c) load_operand<nodes>(a[c], shared.own + 8 * k * record, own_stride, lane, c);
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i) {
      DGSOLVE_UNROLL
      for (int d = 0; d < 3; ++d) {
        const Operand<T, nodes / 4> D = operators.template at<nodes>(i, 3 * k + d);
        sums[i][(d + 2) % 3].add(a[(d + 1) % 3], D);
        sums[i][(d + 1) % 3].subtract(a[(d + 2) % 3], D);
      }
      for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
    }
  }

  /// A lane takes a face of the block, and a warp some of its nodes. Where their cell has them is asked for
  /// before what they wait for.
  static constexpr int flux_rounds = (Nfp + warps - 1) / warps;
  struct FluxNodes {
    int of[flux_rounds];
  };
  DGSOLVE_INLINE FluxNodes load_flux_nodes() const {
    FluxNodes nodes;
    DGSOLVE_UNROLL
    for (int r = 0; r < flux_rounds; ++r) {
      const int m = warp + r * warps;
      nodes.of[r] = arguments.traces.face_nodes[lane % n_faces * Nfp + (m < Nfp ? m : 0)];
    }
    return nodes;
  }
  DGSOLVE_INLINE void make_fluxes(const FluxNodes& nodes) const {
    const int element = lane / n_faces;
    const T* const own = shared.own + element * own_stride;
    T* const across = shared.across + element * across_stride + lane % n_faces * Nfp * record;
    const CovariantFace<C> face = shared.faces[lane];
    if constexpr (curved)
      if (face.places.is_flux) return;
    DGSOLVE_UNROLL
    for (int r = 0; r < flux_rounds; ++r) {
      const int m = warp + r * warps;
      if ((r + 1) * warps <= Nfp || m < Nfp)
        face.replace_by_flux(own + nodes.of[r] * record, across + m * record);
    }
  }

  /// Whether component c of the flux is zero at all of eight face nodes: where a face's normal is along ∇r_c.
  static constexpr bool vanishes(int c, int step) {
    for (int node = 8 * step; node < 8 * step + 8 && node < n_face_nodes; ++node)
      for (int j = 0; j < 3; ++j)
        if (C::face_vertex(node / Nfp * 3 + j) == c + 1) return false;
    return true;
  }
  /// Bit by bit, the steps of the lift that component c takes part in.
  static constexpr unsigned long long steps_of(int c) {
    unsigned long long mask = 0;
    for (int step = 0; step < face_steps; ++step)
      if (!vanishes(c, step)) mask |= 1ULL << step;
    return mask;
  }
  static_assert(face_steps <= 64);

  /// In one sum: fluxes are differences, small where the solution is smooth, and their sum's error no part of
  /// the whole that counts.
  DGSOLVE_INLINE void add_lift(Sums& sums, const LiftOperators& operators) const {
    DGSOLVE_UNROLL
    for (int k = 0; k < whole_steps(n_face_nodes); ++k) add_lift<8>(sums, operators, k);
    if constexpr (whole_steps(n_face_nodes) < face_steps) add_lift<4>(sums, operators, face_steps - 1);
  }
  template <int nodes>
  DGSOLVE_INLINE void add_lift(Sums& sums, const LiftOperators& operators, int k) const {
    constexpr unsigned long long steps[3] = {steps_of(0), steps_of(1), steps_of(2)};
    Operand<T, nodes / 2> a[3];
    for (int c = 0; c < 3; ++c)
      load_operand<nodes>(a[c], shared.across + 8 * k * record, across_stride, lane, c);
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i) {
      const Operand<T, nodes / 4> lift = operators.template at<nodes>(i, k);
      DGSOLVE_UNROLL
      for (int c = 0; c < 3; ++c)
        if (steps[c] >> k & 1) sums[i][c].add(a[c], lift);
    }
  }

  /// Q ∂u/∂t without sources at one of a lane's rows of a tile, a record: b's curl drives a, and minus a's
  /// drives b. g: (∂x/∂r_i·∂x/∂r_l)/J in the order 11, 22, 33, 23, 13, 12.
  static DGSOLVE_INLINE Vec<T, record> divergence(const T (&g)[6], const Sum<T> (&sums)[3], int half) {
    const T matrix[3][3] = {{g[0], g[5], g[4]}, {g[5], g[1], g[3]}, {g[4], g[3], g[2]}};
    Vec<T, record> rate{};
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 3; ++c) {
        rate[2 * i] += matrix[i][c] * sums[c].total(2 + half);
        rate[2 * i + 1] -= matrix[i][c] * sums[c].total(half);
      }
    return rate;
  }
  using Rates = Vec<Vec<Vec<T, record>, 2>, NodeTiles::per_warp>;  ///< [tile][half]

  /// Of straight cells, from the curls.
  DGSOLVE_INLINE Rates rates_of_curls(const Sums& sums) const {
    const T* edges = shared.edges + element_of_lane() * edge_record;
    const T g[6] = {edges[0],
                    edges[1],
                    edges[2],
                    product_of_edges(edges, 0, 2, 3),
                    product_of_edges(edges, 0, 1, 3),
                    product_of_edges(edges, 0, 1, 2)};
    Rates rates;
    for (int i = 0; i < NodeTiles::per_warp; ++i)
      for (int half = 0; half < 2; ++half) rates[i][half] = divergence(g, sums[i], half);
    return rates;
  }

  /// Of curved cells: curls at points become rates there, in the places of the fluxes.
  DGSOLVE_INLINE void weight_points(const Sums& sums) const {
    __syncthreads();  // all fluxes are lifted
    const int element = element_of_lane();
    const T* const weights = weights_of(slot_of(element));
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i)
      for (int half = 0; half < 2; ++half) {
        const int point = CurlTiles::row(warp, lane, i, half);
        if (point >= Nq) continue;
        const Vec<T, 6> of_point = load<6>(weights + point * 6);
        T g[6];
        for (int j = 0; j < 6; ++j) g[j] = of_point[j];
        store(divergence(g, sums[i], half), shared.across + element * point_stride + point * record);
      }
    this->template clear_across<Nq, point_stride>();
    __syncthreads();
  }
  DGSOLVE_INLINE const T* weights_of(int slot) const {
    return arguments.curved.covariant.weights +
           static_cast<long long>(slot - arguments.curved.first) * Nq * 6;
  }
  /// Into the L2 cache.
  DGSOLVE_INLINE void prefetch_weights() const {
    constexpr int line = 128 / sizeof(T);
    const T* const weights = weights_of(slot_of(0));
    const int n = (slot_of(elements - 1) - slot_of(0) + 1) * Nq * 6;
    for (int i = threadIdx.x * line; i < n; i += threads * line) prefetch(weights + i);
  }

  /// … and those at nodes, from what weight_points left.
  DGSOLVE_INLINE Rates project(const Projection& projection) const {
    Sum<T> sums[NodeTiles::per_warp][3];
    for (int k = 0; k < whole_steps(Nq); ++k) add_projection<8>(sums, projection, k);
    if constexpr (whole_steps(Nq) < point_steps) add_projection<4>(sums, projection, point_steps - 1);
    Rates rates;
    for (int i = 0; i < NodeTiles::per_warp; ++i)
      for (int half = 0; half < 2; ++half)
        for (int c = 0; c < 3; ++c) {
          rates[i][half][2 * c] = sums[i][c].total(half);
          rates[i][half][2 * c + 1] = sums[i][c].total(2 + half);
        }
    return rates;
  }
  template <int points>
  DGSOLVE_INLINE void add_projection(Sum<T> (&sums)[NodeTiles::per_warp][3], const Projection& projection,
                                     int k) const {
    Operand<T, points / 2> a[3];
    for (int c = 0; c < 3; ++c)
      load_operand<points>(a[c], shared.across + 8 * k * record, point_stride, lane, c);
    DGSOLVE_UNROLL
    for (int i = 0; i < NodeTiles::per_warp; ++i) {
      const Operand<T, points / 4> row = projection.template at<points>(i, k);
      for (int c = 0; c < 3; ++c) {
        sums[i][c].add(a[c], row);
        sums[i][c].set_aside();
      }
    }
  }

  /// The local model's part of the stage, a thread a node. Before any sums are held: this takes many
  /// registers.
  DGSOLVE_INLINE void advance_model() const {
    if constexpr (BulkCopies::available)
      if (this->copies_residuals()) shared.residual_copies.wait();
    const Update<C, true> update(arguments, nullptr);
    for (int i = threadIdx.x; i < elements * Np; i += threads) {
      const int element = i / Np, node = i % Np, slot = first + element;
      if (!this->is_in_group(slot)) continue;
      const int place = element * own_stride + node * record;
      const Fields<C> u = from_record<C>(load<record>(shared.own + place));
      Fields<C> residual{};
      if (arguments.stage.a != 0) residual = from_record<C>(load<record>(shared.residuals + place));
      update.advance_model_alone(slot, node, u, residual);
      store(to_record<C>(residual), shared.residuals + place);
    }
  }

  DGSOLVE_INLINE int node_of(int i, int half) const { return NodeTiles::row(warp, lane, i, half); }
  DGSOLVE_INLINE int element_of_lane() const { return element_of_row(Np, lane / 4); }
  DGSOLVE_INLINE bool is_stored(int i, int half) const {
    return this->is_in_group(first + element_of_lane()) && node_of(i, half) < Np;
  }
  /// Leaves u_next in the place of the block's own state.
  DGSOLVE_INLINE void update_records(const Rates& rates) const {
    const int element = element_of_lane(), slot = slot_of(element);
    const Update<C, Block::model_first> update(arguments, shared.source_factors);
    const Coefficients<C> c = shared.coefficients[element];
    if constexpr (residuals_beside) {
      if (BulkCopies::available && this->copies_residuals()) shared.residual_copies.wait();
    } else {
      __syncthreads();  // all fluxes are lifted, or all points projected
    }
    DGSOLVE_UNROLL
    for (int i = 0; i < NodeTiles::per_warp; ++i) {
      Vec<T, record> residuals[2] = {};
      for (int half = 0; half < 2; ++half)
        if ((Block::model_first || arguments.stage.a != 0) && is_stored(i, half))
          residuals[half] = load<record>(
              residuals_beside ? shared.residuals + element * own_stride + node_of(i, half) * record
                               : state_at<C>(arguments.residual, slot, node_of(i, half)));
      for (int half = 0; half < 2; ++half) {
        if (!is_stored(i, half)) continue;
        const int node = node_of(i, half), place = element * own_stride + node * record;
        Fields<C> u = from_record<C>(load<record>(shared.own + place)),
                  residual = from_record<C>(residuals[half]);
        update(slot, node, c, from_record<C>(rates[i][half]), u, residual);
        store(to_record<C>(u), shared.own + place);
        store(to_record<C>(residual), this->residuals() + place);
      }
    }
  }

  DGSOLVE_INLINE void run() const {
    // Chains of loads begin here, and are taken up where their first links have surely come.
    const Face met = this->load_face();
    const int medium = arguments.media.row[slot_of(lane % elements)];
    this->start_own_copies();
    if constexpr (C::Model::n_aux > 0) this->prefetch_model();
    this->clear_padding();
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    if (warp == 0) this->link_face(met);
    __syncthreads();
    this->start_neighbor_copies();
    if constexpr (!residuals_beside) this->prefetch_residuals();
    if constexpr (curved) prefetch_weights();
    constexpr int n_coefficients = C::Equation::n_coefficients;
    if (warp == warps - 1 && lane < elements)
      shared.coefficients[lane] = load<n_coefficients>(arguments.media.values + medium * n_coefficients);
    // Few rows of weights serve all faces: by way of the L1 cache, or all blocks would wait for one line of
    // L2.
    constexpr int preparing = warps > 1 ? 1 : 0;
    const CurlOperators curl(*this, curved ? arguments.curved.covariant.D_blocks : arguments.tensor.D_blocks);
    Vec<T, 4> weights{};
    if (warp == preparing) weights = load<4>(arguments.tensor.flux_weights + met.weights * 4LL);
    this->wait_for_own_copies();
    if (warp == preparing)
      shared.faces[lane].prepare(shared.edges + lane / n_faces * edge_record, lane % n_faces, weights, met);
    this->convert_across();
    if constexpr (curved) this->make_boundary_fluxes();
    if constexpr (Block::model_first) advance_model();
    Sums sums;
    add_curl(sums, curl);
    const FluxNodes nodes = load_flux_nodes();
    const LiftOperators lift(*this,
                             curved ? arguments.curved.covariant.lift_blocks : arguments.tensor.lift_blocks);
    wait_for_copies();
    __syncthreads();
    make_fluxes(nodes);
    __syncthreads();
    add_lift(sums, lift);
    if constexpr (curved) {
      weight_points(sums);
      update_records(project(Projection(*this, arguments.curved.covariant.project_blocks)));
    } else {
      update_records(rates_of_curls(sums));
    }
    this->store_results();
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    TensorStage(arguments, shared).run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
