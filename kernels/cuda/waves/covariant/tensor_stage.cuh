/// A stage on straight cells for two vector fields tied by a curl, by the tensor cores
/// (kernels/waves/equation.hpp, the trait curl_pair; Q ∂a/∂t = ∇×b + …, Q ∂b/∂t = −∇×a + …).
///
/// The state is kept in covariant components a_i = a·∂x/∂r_i. The curl's contravariant components are then
/// (∂a_l/∂r_j − ∂a_j/∂r_l)/J, six products instead of nine, and all that a cell's shape adds is the metric
/// tensor (∂x/∂r_i·∂x/∂r_l)/J, which turns them into covariant ones (Piola transform; exact on straight
/// cells). Across a face only the two components along its edges count, which neighbours share but for their
/// vertices' numbers.
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

template <class C>
struct TensorStage : TensorBlock<C> {
  using Block = TensorBlock<C>;
  using Block::across_stride, Block::arguments, Block::edge_record, Block::elements, Block::first,
      Block::lane, Block::last, Block::n_face_nodes, Block::n_faces, Block::Nfp, Block::Np, Block::record,
      Block::shared, Block::slot_of, Block::own_stride, Block::threads, Block::warp, Block::warps;
  using Block::Block;
  using typename Block::Shared;
  using typename Block::T;
  /// Products take eight nodes at a time, or in the last step four, where no more are left.
  static constexpr int tiles = (Np + 7) / 8, face_steps = (n_face_nodes + 7) / 8;
  static constexpr int whole_steps(int n) { return (n + 3) / 8; }
  static constexpr int tiles_per_warp = (tiles + warps - 1) / warps;

  using Sums = Sum<T>[tiles_per_warp][3];  ///< of a warp's tiles, by contravariant component

  /// The i-th of this warp's tiles; one beyond the last computes what is never stored.
  DGSOLVE_INLINE int tile_of(int i) const {
    const int tile = warp * tiles_per_warp + i;
    return tiles % tiles_per_warp == 0 || tile < tiles ? tile : tiles - 1;
  }

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
  template <int n>
  class TileOperators {
   public:
    DGSOLVE_INLINE TileOperators(const TensorStage& stage, const T* blocks) : stage_(stage), blocks_(blocks) {
      if constexpr (C::operators_ahead)
        for (int i = 0; i < tiles_per_warp; ++i)
          for (int j = 0; j < n; ++j) ahead_[i][j] = fetch(i, j);
    }
    /// The j-th block of the i-th tile, for eight or four nodes.
    template <int nodes>
    DGSOLVE_INLINE Operand<T, nodes / 4> at(int i, int j) const {
      Vec<T, 2> values;
      if constexpr (C::operators_ahead)
        values = ahead_[i][j];
      else
        values = fetch(i, j);
      Operand<T, nodes / 4> b;
      for (int k = 0; k < nodes / 4; ++k) b.set(k, values[k]);
      return b;
    }

   private:
    DGSOLVE_INLINE Vec<T, 2> fetch(int i, int j) const {
      return load<2>(blocks_ + ((stage_.tile_of(i) * n + j) * 32 + stage_.lane) * 2);
    }
    const TensorStage& stage_;
    const T* blocks_;
    Vec<T, 2> ahead_[C::operators_ahead ? tiles_per_warp : 1][C::operators_ahead ? n : 1];
  };
  using CurlOperators = TileOperators<3 * tiles>;
  using LiftOperators = TileOperators<face_steps>;

  /// (∂a_l/∂r_j − ∂a_j/∂r_l), (i, j, l) cyclic.
  DGSOLVE_INLINE void add_curl(Sums& sums, const CurlOperators& operators) const {
    DGSOLVE_UNROLL_BY(C::operators_ahead ? tiles : C::steps_at_once)
    for (int k = 0; k < whole_steps(Np); ++k) add_curl<8>(sums, operators, k);
    if constexpr (whole_steps(Np) < tiles) add_curl<4>(sums, operators, tiles - 1);
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

  /// Q ∂u/∂t without sources at the nodes of a tile, (a_i, b_i) of its halves in the places of the sums: b's
  /// curl drives a, and minus a's drives b. g: (∂x/∂r_i·∂x/∂r_l)/J in the order 11, 22, 33, 23, 13, 12.
  using Rates = Vec<Vec<T, 4>, 3>;
  static DGSOLVE_INLINE Rates divergence(const T (&g)[6], const Sum<T> (&sums)[3]) {
    const T matrix[3][3] = {{g[0], g[5], g[4]}, {g[5], g[1], g[3]}, {g[4], g[3], g[2]}};
    Rates rates{};
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 3; ++c)
        for (int half = 0; half < 2; ++half) {
          rates[i][2 * half] += matrix[i][c] * sums[c].total(2 + half);
          rates[i][2 * half + 1] -= matrix[i][c] * sums[c].total(half);
        }
    return rates;
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

  /// A lane's nodes of a tile are t and t + 4, as the operators' blocks are ordered.
  DGSOLVE_INLINE int node_of(int i, int half) const {
    return 8 * (warp * tiles_per_warp + i) + lane % 4 + 4 * half;
  }
  DGSOLVE_INLINE int element_of_lane() const { return element_of_row(Np, lane / 4); }
  DGSOLVE_INLINE bool is_stored(int i, int half) const {
    return this->is_in_group(first + element_of_lane()) && node_of(i, half) < Np;
  }
  /// Leaves u_next in the place of the block's own state.
  DGSOLVE_INLINE void update_records(const Sums& sums) const {
    const int element = element_of_lane(), slot = slot_of(element);
    const T* edges = shared.edges + element * edge_record;
    const T g[6] = {edges[0],
                    edges[1],
                    edges[2],
                    product_of_edges(edges, 0, 2, 3),
                    product_of_edges(edges, 0, 1, 3),
                    product_of_edges(edges, 0, 1, 2)};
    Rates rates[tiles_per_warp];
    for (int i = 0; i < tiles_per_warp; ++i) rates[i] = divergence(g, sums[i]);
    const Update<C, Block::model_first> update(arguments, shared.source_factors);
    const Coefficients<C> c = shared.coefficients[element];
    if constexpr (C::residuals_beside) {
      if (BulkCopies::available && this->copies_residuals()) shared.residual_copies.wait();
    } else {
      __syncthreads();  // all fluxes are lifted
    }
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i) {
      Vec<T, record> residuals[2] = {};
      for (int half = 0; half < 2; ++half)
        if ((Block::model_first || arguments.stage.a != 0) && is_stored(i, half))
          residuals[half] = load<record>(
              C::residuals_beside ? shared.residuals + element * own_stride + node_of(i, half) * record
                                  : state_at<C>(arguments.residual, slot, node_of(i, half)));
      for (int half = 0; half < 2; ++half) {
        if (!is_stored(i, half)) continue;
        const int node = node_of(i, half), place = element * own_stride + node * record;
        Fields<C> u = from_record<C>(load<record>(shared.own + place)),
                  residual = from_record<C>(residuals[half]);
        Vec<T, record> rate;
        for (int j = 0; j < record; ++j) rate[j] = rates[i][j / 2][2 * half + j % 2];
        update(slot, node, c, from_record<C>(rate), u, residual);
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
    this->clear_padding();
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    if (warp == 0) this->link_face(met);
    __syncthreads();
    this->start_neighbor_copies();
    if constexpr (!C::residuals_beside) this->prefetch_residuals();
    if constexpr (C::Model::n_aux > 0) this->prefetch_auxiliaries();
    constexpr int n_coefficients = C::Equation::n_coefficients;
    if (warp == warps - 1 && lane < elements)
      shared.coefficients[lane] = load<n_coefficients>(arguments.media.values + medium * n_coefficients);
    // Few rows of weights serve all faces: by way of the L1 cache, or all blocks would wait for one line of
    // L2.
    constexpr int preparing = warps > 1 ? 1 : 0;
    const CurlOperators curl(*this, arguments.tensor.D_blocks);
    Vec<T, 4> weights{};
    if (warp == preparing) weights = load<4>(arguments.tensor.flux_weights + met.weights * 4LL);
    this->wait_for_own_copies();
    if (warp == preparing)
      shared.faces[lane].prepare(shared.edges + lane / n_faces * edge_record, lane % n_faces, weights, met);
    this->convert_across();
    if constexpr (Block::model_first) advance_model();
    Sums sums;
    add_curl(sums, curl);
    const FluxNodes nodes = load_flux_nodes();
    const LiftOperators lift(*this, arguments.tensor.lift_blocks);
    wait_for_copies();
    __syncthreads();
    make_fluxes(nodes);
    __syncthreads();
    add_lift(sums, lift);
    update_records(sums);
    this->store_results();
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    TensorStage(arguments, shared).run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
