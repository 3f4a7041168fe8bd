/// A stage on straight cells for two vector fields tied by a curl, by the tensor cores (kernels/equation.hpp,
/// the trait curl_pair; Q ∂a/∂t = ∇×b + …, Q ∂b/∂t = −∇×a + …).
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

#include "kernels/cuda/fragments.cuh"
#include "kernels/cuda/tensor_block.cuh"

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
  /// Products take eight nodes at a time.
  static constexpr int tiles = (Np + 7) / 8, face_steps = (n_face_nodes + 7) / 8;
  static constexpr int tiles_per_warp = (tiles + warps - 1) / warps;

  using Sums = Sum<T>[tiles_per_warp][3];  ///< of a warp's tiles, by contravariant component

  /// The i-th of this warp's tiles; one beyond the last computes what is never stored.
  DGSOLVE_INLINE int tile_of(int i) const {
    const int tile = warp * tiles_per_warp + i;
    return tiles % tiles_per_warp == 0 || tile < tiles ? tile : tiles - 1;
  }

  /// Rows (a, b) of component c for eight nodes, from records of a node.
  static DGSOLVE_INLINE void load_operand(Operand<T, 4>& a, const T* records, int stride, int lane, int c) {
    const T* at = records + lane / 4 * stride + lane % 4 * record + 2 * c;
    const Vec<T, 2> near = load<2>(at), far = load<2>(at + 4 * record);
    a.set(0, near[0]);
    a.set(1, near[1]);
    a.set(2, far[0]);
    a.set(3, far[1]);
  }
  /// The i-th block of an operator stored in the order of lanes.
  static DGSOLVE_INLINE Operand<T, 2> operator_block(const T* blocks, int i, int lane) {
    const Vec<T, 2> values = load<2>(blocks + (i * 32 + lane) * 2);
    Operand<T, 2> b;
    b.set(0, values[0]);
    b.set(1, values[1]);
    return b;
  }

  /// (∂a_l/∂r_j − ∂a_j/∂r_l), (i, j, l) cyclic.
  DGSOLVE_INLINE void add_curl(Sums& sums) const {
    DGSOLVE_UNROLL_BY(C::steps_at_once)
    for (int k = 0; k < tiles; ++k) {
      Operand<T, 4> a[3];
      for (int c = 0; c < 3; ++c) load_operand(a[c], shared.own + 8 * k * record, own_stride, lane, c);
      DGSOLVE_UNROLL
      for (int i = 0; i < tiles_per_warp; ++i) {
        DGSOLVE_UNROLL
        for (int d = 0; d < 3; ++d) {
          const Operand<T, 2> D = operator_block(arguments.D_blocks, (tile_of(i) * tiles + k) * 3 + d, lane);
          sums[i][(d + 2) % 3].add(a[(d + 1) % 3], D);
          sums[i][(d + 1) % 3].subtract(a[(d + 2) % 3], D);
        }
        if (C::set_aside_every > 0 && k % C::set_aside_every == C::set_aside_every - 1)
          for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
      }
    }
    for (int i = 0; i < tiles_per_warp; ++i)
      for (int c = 0; c < 3; ++c) sums[i][c].set_aside(C::set_aside_every == 0);
  }

  /// Neighbouring threads take neighbouring face nodes of an element. Their places are asked for before what
  /// they wait for.
  static constexpr int per_element = threads / elements,
                       flux_rounds = (n_face_nodes + per_element - 1) / per_element;
  struct FluxPlaces {
    FacePlace of[flux_rounds];
  };
  DGSOLVE_INLINE FluxPlaces load_flux_places() const {
    FluxPlaces places;
    DGSOLVE_UNROLL
    for (int r = 0; r < flux_rounds; ++r) {
      const int node = threadIdx.x % per_element + r * per_element;
      places.of[r] = arguments.face_places[node < n_face_nodes ? node : 0];
    }
    return places;
  }
  DGSOLVE_INLINE void make_fluxes(const FluxPlaces& places) const {
    const int element = threadIdx.x / per_element;
    const T *const own = shared.own + element * own_stride, *const zeros = this->zero_pair(element);
    DGSOLVE_UNROLL
    for (int r = 0; r < flux_rounds; ++r) {
      const int node = threadIdx.x % per_element + r * per_element;
      if (node >= n_face_nodes) break;
      shared.faces[element * n_faces + places.of[r].face].replace_by_flux(
          bytes_behind(own, places.of[r].own), shared.across + element * across_stride + node * record,
          zeros);
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

  DGSOLVE_INLINE void add_lift(Sums& sums) const {
    constexpr unsigned long long steps[3] = {steps_of(0), steps_of(1), steps_of(2)};
    DGSOLVE_UNROLL
    for (int k = 0; k < face_steps; ++k) {
      Operand<T, 4> a[3];
      for (int c = 0; c < 3; ++c) load_operand(a[c], shared.across + 8 * k * record, across_stride, lane, c);
      DGSOLVE_UNROLL
      for (int i = 0; i < tiles_per_warp; ++i) {
        const Operand<T, 2> lift = operator_block(arguments.lift_blocks, tile_of(i) * face_steps + k, lane);
        DGSOLVE_UNROLL
        for (int c = 0; c < 3; ++c)
          if (steps[c] >> k & 1) sums[i][c].add(a[c], lift);
        if (C::set_aside_every > 0 && k % C::set_aside_every == C::set_aside_every - 1)
          for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
      }
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

  /// A lane's nodes of a tile are t and t + 4, as the operators' blocks are ordered.
  DGSOLVE_INLINE int node_of(int i, int half) const {
    return 8 * (warp * tiles_per_warp + i) + lane % 4 + 4 * half;
  }
  DGSOLVE_INLINE bool is_stored(int i, int half) const {
    return first + lane / 4 <= last && node_of(i, half) < Np;
  }
  /// Leaves u_next in the place of the block's own state.
  DGSOLVE_INLINE void update_records(const Sums& sums) const {
    const int element = lane / 4, slot = slot_of(element);
    const T* edges = shared.edges + element * edge_record;
    const T g[6] = {edges[0],
                    edges[1],
                    edges[2],
                    product_of_edges(edges, 0, 2, 3),
                    product_of_edges(edges, 0, 1, 3),
                    product_of_edges(edges, 0, 1, 2)};
    Rates rates[tiles_per_warp];
    for (int i = 0; i < tiles_per_warp; ++i) rates[i] = divergence(g, sums[i]);
    const Update<C> update(arguments, shared.source_factors);
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
        if (arguments.a != 0 && is_stored(i, half))
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
    const int medium = arguments.coefficient_row[slot_of(lane % elements)];
    this->start_own_copies();
    this->clear_padding();
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    if (warp == 0) this->link_face(met);
    __syncthreads();
    this->start_neighbor_copies();
    if constexpr (!C::residuals_beside) this->prefetch_residuals();
    constexpr int n_coefficients = C::Equation::n_coefficients;
    if (warp == warps - 1 && lane < elements)
      shared.coefficients[lane] = load<n_coefficients>(arguments.coefficients + medium * n_coefficients);
    // Few rows of weights serve all faces: by way of the L1 cache, or all blocks would wait for one line of
    // L2.
    constexpr int preparing = warps > 1 ? 1 : 0;
    Vec<T, 4> weights{};
    if (warp == preparing) weights = load<4>(arguments.flux_weights + met.weights * 4LL);
    this->wait_for_own_copies();
    if (warp == preparing)
      shared.faces[lane].prepare(shared.edges + lane / n_faces * edge_record, lane % n_faces, weights, met);
    this->convert_across();
    Sums sums;
    add_curl(sums);
    const FluxPlaces places = load_flux_places();
    wait_for_copies();
    __syncthreads();
    make_fluxes(places);
    __syncthreads();
    add_lift(sums);
    update_records(sums);
    this->store_results();
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    TensorStage(arguments, shared).run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
