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
  static constexpr int elements = tensor_elements, threads = C::straight_threads;
  static_assert(elements == C::straight_elements && elements == 8,
                "the rows of a product are two fields of eight elements");
  static constexpr int Np = C::Np, Nfp = C::Nfp, n_faces = 4, n_face_nodes = n_faces * Nfp;
  static constexpr int record = tensor_record;
  /// Products take eight nodes at a time.
  static constexpr int tiles = (Np + 7) / 8, face_steps = (n_face_nodes + 7) / 8;
  static constexpr int warps = threads / 32, tiles_per_warp = (tiles + warps - 1) / warps;
  static constexpr int own_stride = cuda::own_stride(Np),
                       across_stride = cuda::across_stride(Np, n_face_nodes);

  /// What is across a face, where its nodes come from, and where they go.
  enum Across : unsigned { covariant, cartesian, boundary };
  struct alignas(16) Link {
    const T* records;
    int place;                 ///< in Shared::across
    unsigned short first_met;  ///< in `neighbor_nodes`
    unsigned short bits;       ///< of two each: the vertices met, and what is across
    DGSOLVE_INLINE int vertex(int j) const { return bits >> 2 * j & 3; }
    DGSOLVE_INLINE Across across() const { return static_cast<Across>(bits >> 6); }
  };
  static constexpr int edge_record = 10;  ///< values an element of `edges`

  struct alignas(128) Shared {
    T own[elements * own_stride];        ///< [element][node][record], zero beyond Np
    T across[elements * across_stride];  ///< [element][face node][record]: neighbours' nodes, then fluxes
    CovariantFace<C> faces[elements * n_faces];
    Link links[elements * n_faces];
    T edges[elements * edge_record];
    Coefficients<C> coefficients[elements];
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
      if (threadIdx.x != threads - 1) return;
      constexpr unsigned bytes = Np * record * sizeof(T);
      const int n = last - first < elements ? last - first + 1 : elements;
      const unsigned edge_bytes = n * edge_record * sizeof(T);
      shared.own_copies.expect(elements * bytes + edge_bytes);
      shared.own_copies.start(shared.edges, arguments.edges + first * static_cast<long long>(edge_record),
                              edge_bytes);
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
      for (int i = threadIdx.x; i < elements * edge_record / 2; i += threads)
        copy_pair(shared.edges + 2 * i,
                  arguments.edges + slot_of(i / (edge_record / 2)) * static_cast<long long>(edge_record) +
                      i % (edge_record / 2) * 2);
      end_copy_group();
    }
  }

  /// Zeros from the n-th record of each element on.
  static DGSOLVE_INLINE void clear_padding(T* records, int stride, int n) {
    const int pairs = (stride - n * record) / 2;
    for (int i = threadIdx.x; i < elements * pairs; i += threads)
      store(Vec<T, 2>{}, records + i / pairs * stride + n * record + i % pairs * 2);
  }

  /// A lane a face.
  DGSOLVE_INLINE Face load_face() const {
    return arguments.faces[static_cast<long long>(slot_of(lane / n_faces)) * n_faces + lane % n_faces];
  }
  DGSOLVE_INLINE void link_face(const Face& met) const {
    const int element = lane / n_faces, face = lane % n_faces;
    const bool has_neighbor = met.boundary == 0;
    const Across across = !has_neighbor                         ? boundary
                          : met.neighbor < arguments.n_straight ? covariant
                                                                : cartesian;
    unsigned bits = across << 6;
    for (int j = 0; j < 3; ++j) bits |= met.vertices[j] << 2 * j;
    shared.links[lane] = {
        record_at<record>(arguments.u, has_neighbor ? met.neighbor : slot_of(element), Np, 0),
        element * across_stride + face * Nfp * record, static_cast<unsigned short>(met.permutation * Nfp),
        static_cast<unsigned short>(bits)};
  }

  /// Neighbouring lanes copy neighbouring pairs, a warp a face where that fills a warp. Several at once, so
  /// that their looks into tables overlap.
  DGSOLVE_INLINE void start_neighbor_copies() const {
    constexpr int pairs = Nfp * record / 2, n = elements * n_faces;
    constexpr bool warp_a_face = pairs >= 28;
    constexpr int rounds = warp_a_face ? (pairs + 31) / 32 : 1, at_once = rounds > 3 ? 1 : 4 / rounds;
    constexpr int step = warp_a_face ? warps : threads, end = warp_a_face ? n : n * pairs;
    for (int item = warp_a_face ? warp : threadIdx.x; item < end; item += at_once * step) {
      Link link[at_once];
      int met[at_once][rounds] = {}, pair[at_once][rounds];
      bool copies[at_once][rounds];
      DGSOLVE_UNROLL
      for (int j = 0; j < at_once; ++j) {
        const int this_item = item + j * step;
        const bool exists = this_item < end;
        link[j] = shared.links[!exists ? 0 : warp_a_face ? this_item : this_item / pairs];
        DGSOLVE_UNROLL
        for (int r = 0; r < rounds; ++r) {
          pair[j][r] = warp_a_face ? 32 * r + lane : this_item % pairs;
          copies[j][r] = exists && pair[j][r] < pairs && link[j].across() == covariant;
          if (copies[j][r]) met[j][r] = arguments.neighbor_nodes[link[j].first_met + pair[j][r] / 3];
        }
      }
      DGSOLVE_UNROLL
      for (int j = 0; j < at_once; ++j) {
        DGSOLVE_UNROLL
        for (int r = 0; r < rounds; ++r)
          if (copies[j][r])
            copy_pair(shared.across + link[j].place + 2 * pair[j][r],
                      link[j].records + met[j][r] * record + pair[j][r] % 3 * 2);
      }
    }
  }

  /// Records across those faces that are boundaries or have a curved neighbour, in components of the cell on
  /// this side. Apart from other faces, and before any sums are held: this takes many registers.
  DGSOLVE_INLINE void convert_across() const {
    int i = 0;
    for (unsigned faces = ballot(shared.links[lane].across() != covariant); faces != 0; faces &= faces - 1)
      if (i++ % warps == warp)
        for (int m = lane; m < Nfp; m += 32) convert_across(lowest_bit(faces), m);
  }
  DGSOLVE_INLINE void convert_across(int element_face, int m) const {
    const int element = element_face / n_faces, face = element_face % n_faces, slot = slot_of(element);
    const CovariantCell<C> cell(arguments, slot);
    const Link& link = shared.links[element_face];
    const Fields<C> u = link.across() == boundary
                            ? exterior_state<C>(arguments, cell, slot, face, m,
                                                load<record>(shared.own + element * own_stride +
                                                             arguments.face_nodes[face * Nfp + m] * record))
                            : from_record<C>(load<record>(
                                  link.records + arguments.neighbor_nodes[link.first_met + m] * record));
    store(to_record<C>(cell.to_covariant(u)),
          shared.across + element * across_stride + (face * Nfp + m) * record);
  }

  /// Into the L2 cache; they are fetched when all else is done, so that no registers wait for them.
  DGSOLVE_INLINE void prefetch_residuals() const {
    const int n = last - first < elements ? last - first + 1 : elements;
    constexpr int line = 128 / sizeof(T);
    for (int i = threadIdx.x * line; i < n * Np * record; i += threads * line)
      prefetch(record_at<record>(arguments.residual, first, Np, 0) + i);
  }

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
      for (int c = 0; c < 3; ++c) sums[i][c].set_aside();
  }

  DGSOLVE_INLINE void make_fluxes() const {
    const auto place_of = [&](int i) { return load_words(arguments.face_places + i % n_face_nodes); };
    FacePlace next = place_of(threadIdx.x);
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads) {
      const FacePlace place = next;
      if (i + threads < elements * n_face_nodes) next = place_of(i + threads);
      const int element = i / n_face_nodes, face = element * n_faces + place.face;
      const int at = i % n_face_nodes * record;
      const Link& link = shared.links[face];
      int met[3];
      for (int j = 0; j < 3; ++j)
        met[j] = link.vertex(j) == 0 ? zero_pair(across_stride) : at + 2 * link.vertex(j) - 2;
      shared.faces[face].replace_by_flux(place, shared.own + element * own_stride,
                                         shared.across + element * across_stride, met);
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
  /// Leaves u_next in the place of the block's own state, and the residual in that of the fluxes.
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
    __syncthreads();  // all fluxes are lifted
    DGSOLVE_UNROLL
    for (int i = 0; i < tiles_per_warp; ++i) {
      Vec<T, record> residuals[2] = {};
      for (int half = 0; half < 2; ++half)
        if (arguments.a != 0 && is_stored(i, half))
          residuals[half] = load<record>(record_at<record>(arguments.residual, slot, Np, node_of(i, half)));
      for (int half = 0; half < 2; ++half) {
        if (!is_stored(i, half)) continue;
        const int node = node_of(i, half);
        T* const own = shared.own + element * own_stride + node * record;
        Fields<C> u = from_record<C>(load<record>(own)), residual = from_record<C>(residuals[half]);
        Vec<T, record> rate;
        for (int j = 0; j < record; ++j) rate[j] = rates[i][j / 2][2 * half + j % 2];
        update(slot, node, c, from_record<C>(rate), u, residual);
        store(to_record<C>(u), own);
        store(to_record<C>(residual), shared.across + element * across_stride + node * record);
      }
    }
  }

  /// Whole sectors of memory at a time, which the lanes' own records are not.
  DGSOLVE_INLINE void store_results() const {
    static_assert(Np * record <= across_stride);
    const int n = last - first < elements ? last - first + 1 : elements;
    if constexpr (copies_in_bulk) {
      publish_for_bulk_stores();
      __syncthreads();
      if (threadIdx.x != 0) return;
      constexpr unsigned bytes = Np * record * sizeof(T);
      for (int e = 0; e < n; ++e) {
        start_bulk_store(record_at<record>(arguments.u_next, first + e, Np, 0), shared.own + e * own_stride,
                         bytes);
        start_bulk_store(record_at<record>(arguments.residual, first + e, Np, 0),
                         shared.across + e * across_stride, bytes);
      }
      finish_bulk_stores();
    } else {
      __syncthreads();
      constexpr int pairs = Np * record / 2;
      for (int i = threadIdx.x; i < n * pairs; i += threads) {
        const int e = i / pairs, at = 2 * (i % pairs);
        store(load<2>(shared.own + e * own_stride + at),
              record_at<record>(arguments.u_next, first + e, Np, 0) + at);
        store(load<2>(shared.across + e * across_stride + at),
              record_at<record>(arguments.residual, first + e, Np, 0) + at);
      }
    }
  }

  DGSOLVE_INLINE void run() const {
    // Chains of loads begin here, and are taken up where their first links have surely come.
    Face met{};
    if (warp == 0) met = load_face();
    const bool holds_medium = threadIdx.x >= threads - elements;
    const int of = threadIdx.x - (threads - elements);
    const int medium = holds_medium ? arguments.coefficient_row[slot_of(of)] : 0;
    start_own_copies();
    clear_padding(shared.own, own_stride, Np);
    clear_padding(shared.across, across_stride, n_face_nodes);
    compute_source_factors<C>(arguments, threads, shared.source_factors);
    if (warp == 0) link_face(met);
    constexpr int n = C::Equation::n_coefficients;
    if (holds_medium) shared.coefficients[of] = load<n>(arguments.coefficients + medium * n);
    __syncthreads();
    start_neighbor_copies();
    end_copy_group();
    prefetch_residuals();
    if constexpr (copies_in_bulk) {
      shared.own_copies.wait();
    } else {
      wait_for_earlier_copy_groups();
      __syncthreads();
    }
    // Few rows of weights serve all faces: by way of the L1 cache, or all blocks would wait for one line of
    // L2.
    if (warp == 0)
      shared.faces[lane].prepare(shared.edges + lane / n_faces * edge_record, lane % n_faces,
                                 load<4>(arguments.flux_weights + met.weights * 4LL));
    convert_across();
    Sums sums;
    add_curl(sums);
    wait_for_copies();
    __syncthreads();
    make_fluxes();
    __syncthreads();
    add_lift(sums);
    update_records(sums);
    store_results();
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
