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

#include "kernels/cuda/covariant_face.cuh"
#include "kernels/cuda/fragments.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct TensorStage {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int elements = C::straight_elements, threads = C::straight_threads;
  static_assert(elements == 8, "the rows of a product are two fields of eight elements");
  static constexpr int Np = C::Np, Nfp = C::Nfp, n_faces = 4, n_face_nodes = n_faces * Nfp;
  static constexpr int record = 6;  ///< values a node: (a1, b1), (a2, b2), (a3, b3)
  /// Products take eight nodes at a time.
  static constexpr int tiles = (Np + 7) / 8, face_steps = (n_face_nodes + 7) / 8;
  static constexpr int warps = threads / 32, tiles_per_warp = (tiles + warps - 1) / warps;
  /// Of an element in shared memory; 8 beyond a multiple of 16, so that a product's operands come from
  /// different banks.
  static constexpr int own_stride = 8 * tiles * record + 8, across_stride = 8 * face_steps * record + 8;

  struct alignas(128) Shared {
    T own[elements * own_stride];        ///< [element][node][record], zero beyond Np
    T across[elements * across_stride];  ///< [element][face node][record]: neighbours' nodes, then fluxes
    CovariantFace<C> faces[elements * n_faces];
    Face links[elements * n_faces];
    T metric_tensor[elements][6];  ///< (11, 22, 33, 23, 13, 12)
    T source_factors[C::n_source_terms + 1];
    BulkCopies own_copies;
  };
  static_assert(sizeof(Shared) <= C::straight_shared_bytes);

  const Arguments<C>& arguments;
  Shared& shared;
  const int first, last, warp, lane;

  /// Places beyond the last element compute what is never stored.
  DGSOLVE_INLINE int slot_of(int element) const { return first + element < last ? first + element : last; }

  static constexpr bool copies_in_bulk = BulkCopies::available && Np * record * sizeof(T) % 16 == 0;

  static DGSOLVE_INLINE void copy_pair(T* to, const T* from) { copy_async<2 * sizeof(T)>(to, from); }

  DGSOLVE_INLINE void start_own_copies() const {
    if constexpr (copies_in_bulk) {
      if (threadIdx.x != 0) return;
      constexpr unsigned bytes = Np * record * sizeof(T);
      shared.own_copies.expect(elements * bytes);
      for (int e = 0; e < elements; ++e)
        shared.own_copies.start(shared.own + e * own_stride,
                                record_at<record>(arguments.u, slot_of(e), Np, 0), bytes);
    } else {
      constexpr int pairs = Np * record / 2;
      for (int i = threadIdx.x; i < elements * pairs; i += threads) {
        const int e = i / pairs, pair = i % pairs;
        copy_pair(shared.own + e * own_stride + 2 * pair,
                  record_at<record>(arguments.u, slot_of(e), Np, 0) + 2 * pair);
      }
    }
  }

  DGSOLVE_INLINE void clear_padding() const {
    constexpr int own = own_stride - Np * record, across = across_stride - n_face_nodes * record;
    for (int i = threadIdx.x; i < elements * own; i += threads)
      shared.own[i / own * own_stride + Np * record + i % own] = 0;
    for (int i = threadIdx.x; i < elements * across; i += threads)
      shared.across[i / across * across_stride + n_face_nodes * record + i % across] = 0;
  }

  DGSOLVE_INLINE void copy_neighbor_pair(int element_face, int m, int pair) const {
    const Face& link = shared.links[element_face];
    if (link.boundary != 0) return;
    const int met = arguments.neighbor_nodes[link.permutation * Nfp + m];
    copy_pair(shared.across + element_face / n_faces * across_stride +
                  (element_face % n_faces * Nfp + m) * record + 2 * pair,
              record_at<record>(arguments.u, link.neighbor, Np, met) + 2 * pair);
  }
  /// Neighbouring lanes copy neighbouring pairs: a warp a face where that fills a warp.
  DGSOLVE_INLINE void start_neighbor_copies() const {
    constexpr int pairs = Nfp * record / 2, n = elements * n_faces;
    if constexpr (pairs < 28) {
      for (int i = threadIdx.x; i < n * pairs; i += threads)
        copy_neighbor_pair(i / pairs, i % pairs / 3, i % 3);
    } else {
      for (int element_face = warp; element_face < n; element_face += warps)
        for (int i = lane; i < pairs; i += 32) copy_neighbor_pair(element_face, i / 3, i % 3);
    }
  }

  /// A lane a face: what its nodes will need.
  DGSOLVE_INLINE void prepare_faces() const {
    const int element = lane / n_faces, slot = slot_of(element);
    const CovariantCell<C> cell(arguments, slot);
    shared.faces[lane].prepare(arguments, cell, slot, lane % n_faces, shared.links[lane]);
    if (lane % n_faces == 0) cell.metric_tensor(shared.metric_tensor[element]);
  }

  using Sums = Sum<T>[tiles_per_warp][3];  ///< of a warp's tiles, by contravariant component

  DGSOLVE_INLINE bool has_tile(int i) const { return warp * tiles_per_warp + i < tiles; }

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
        if (!has_tile(i)) break;
        const int tile = warp * tiles_per_warp + i;
        DGSOLVE_UNROLL
        for (int d = 0; d < 3; ++d) {
          const Operand<T, 2> D = operator_block(arguments.D_blocks, (tile * tiles + k) * 3 + d, lane);
          sums[i][(d + 2) % 3].add(a[(d + 1) % 3], D);
          sums[i][(d + 1) % 3].subtract(a[(d + 2) % 3], D);
        }
        if (C::set_aside_every > 0 && k % C::set_aside_every == C::set_aside_every - 1)
          for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
      }
    }
    for (int i = 0; i < tiles_per_warp; ++i)
      for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
  }

  DGSOLVE_INLINE void make_fluxes() const {
    // Face by face, so that most warps have one kind of face only.
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads) {
      const int face = i / (elements * Nfp), element = i / Nfp % elements, m = i % Nfp;
      const T* own = shared.own + element * own_stride + arguments.face_nodes[face * Nfp + m] * record;
      T* across = shared.across + element * across_stride + (face * Nfp + m) * record;
      const int element_face = element * n_faces + face;
      const Face& link = shared.links[element_face];
      if (link.boundary != 0)
        store(exterior_record<C>(arguments, slot_of(element), face, link, m, load<record>(own)), across);
      store(shared.faces[element_face].flux(face, load<record>(own), load<record>(across)), across);
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
    DGSOLVE_UNROLL_BY(C::steps_at_once)
    for (int k = 0; k < face_steps; ++k) {
      Operand<T, 4> a[3];
      for (int c = 0; c < 3; ++c) load_operand(a[c], shared.across + 8 * k * record, across_stride, lane, c);
      DGSOLVE_UNROLL
      for (int i = 0; i < tiles_per_warp; ++i) {
        if (!has_tile(i)) break;
        const int tile = warp * tiles_per_warp + i;
        const Operand<T, 2> lift = operator_block(arguments.lift_blocks, tile * face_steps + k, lane);
        DGSOLVE_UNROLL
        for (int c = 0; c < 3; ++c)
          if (steps[c] >> k & 1) sums[i][c].add(a[c], lift);
        if (C::set_aside_every > 0 && k % C::set_aside_every == C::set_aside_every - 1)
          for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
      }
    }
  }

  /// Q ∂u/∂t without sources, in covariant components: b's curl drives a, and minus a's drives b.
  DGSOLVE_INLINE Fields<C> divergence(const Sum<T> (&sums)[3], int half) const {
    const T* g = shared.metric_tensor[lane / 4];
    const T matrix[3][3] = {{g[0], g[5], g[4]}, {g[5], g[1], g[3]}, {g[4], g[3], g[2]}};
    Fields<C> result;
    for (int i = 0; i < 3; ++i) {
      T a = 0, b = 0;
      for (int c = 0; c < 3; ++c) {
        a += matrix[i][c] * sums[c].total(2 + half);
        b -= matrix[i][c] * sums[c].total(half);
      }
      result[P::curl_pair[0] + i] = a;
      result[P::curl_pair[1] + i] = b;
    }
    return result;
  }

  using Residuals = Vec<T, record>[tiles_per_warp][2];

  /// A lane's nodes of a tile are t and t + 4, as the operators' blocks are ordered.
  DGSOLVE_INLINE int node_of(int i, int half) const {
    return 8 * (warp * tiles_per_warp + i) + lane % 4 + 4 * half;
  }
  DGSOLVE_INLINE bool is_stored(int i, int half) const {
    return first + lane / 4 <= last && node_of(i, half) < Np;
  }
  DGSOLVE_INLINE void load_residuals(Residuals& residuals) const {
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i)
      for (int half = 0; half < 2; ++half) {
        residuals[i][half] = {};
        if (arguments.a != 0 && is_stored(i, half))
          residuals[i][half] =
              load<record>(record_at<record>(arguments.residual, first + lane / 4, Np, node_of(i, half)));
      }
  }
  DGSOLVE_INLINE void store_results(const Sums& sums, const Residuals& residuals) const {
    const int slot = slot_of(lane / 4);
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i)
      for (int half = 0; half < 2; ++half) {
        if (!is_stored(i, half)) continue;
        const int node = node_of(i, half);
        const Fields<C> u = from_record<C>(load<record>(shared.own + lane / 4 * own_stride + node * record));
        update<C>(arguments, shared.source_factors, slot, node, u, from_record<C>(residuals[i][half]),
                  divergence(sums[i], half));
      }
  }

  DGSOLVE_INLINE void run() const {
    if (threadIdx.x < elements * n_faces)
      shared.links[threadIdx.x] =
          arguments.faces[static_cast<long long>(slot_of(threadIdx.x / n_faces)) * n_faces +
                          threadIdx.x % n_faces];
    start_own_copies();
    clear_padding();
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    __syncthreads();
    start_neighbor_copies();
    if (warp == warps - 1) prepare_faces();
    if constexpr (copies_in_bulk) {
      shared.own_copies.wait();
    } else {
      wait_for_copies();
      __syncthreads();
    }
    Sums sums;
    add_curl(sums);
    wait_for_copies();
    __syncthreads();
    make_fluxes();
    Residuals residuals;
    load_residuals(residuals);
    __syncthreads();
    add_lift(sums);
    store_results(sums, residuals);
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    TensorStage{arguments,
                shared,
                static_cast<int>(blockIdx.x) * elements,
                arguments.n_straight - 1,
                static_cast<int>(threadIdx.x) / 32,
                static_cast<int>(threadIdx.x) % 32}
        .run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
