/// A block of eight elements of a tensor-core stage (kernels/cuda/waves/covariant/tensor_stage.cuh): how it
/// is kept in shared memory, how it comes there, and how its results go.
#pragma once

#include "kernels/cuda/waves/cells/auxiliaries.cuh"
#include "kernels/cuda/waves/covariant/boundary_point.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// The sizes of a straight cells' stage that the variant chooses.
template <class C, bool curved>
struct TensorSizes {
  static constexpr int threads = C::straight_threads, shared_bytes = C::straight_shared_bytes;
  /// Blocks that a multiprocessor shall hold. Many auxiliaries at once in double precision want the registers
  /// of one more.
  static constexpr bool is_crowded = ModelParts<typename C::Model>::largest > 2 &&
                                     sizeof(typename C::Real) == 8;
  static constexpr int blocks = C::straight_blocks - (is_crowded && C::straight_blocks > 1 ? 1 : 0);
  static constexpr int steps_at_once = C::steps_at_once;
  static constexpr bool residuals_beside = C::residuals_beside, operators_ahead = C::operators_ahead;
};
/// … of curved cells'.
template <class C>
struct TensorSizes<C, true> {
  static constexpr int threads = C::curved_threads, shared_bytes = C::curved_shared_bytes;
  static constexpr int steps_at_once = 1;
  static constexpr bool residuals_beside = false, operators_ahead = false;
};

template <class C, bool curved>
struct TensorBlock {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Sizes = TensorSizes<C, curved>;
  static constexpr int elements = tensor_elements, threads = Sizes::threads, warps = threads / 32;
  static_assert(elements == 8, "the rows of a product are two fields of eight elements");
  static constexpr int Np = C::Np, Nfp = C::Nfp, n_faces = 4, n_face_nodes = n_faces * Nfp;
  static constexpr int Nq = curved ? C::Nq : 0;  ///< points that take the places of the fluxes
  static constexpr int record = tensor_record;
  static constexpr int own_stride = cuda::own_stride(Np),
                       across_stride = cuda::across_stride(Np, n_face_nodes),
                       point_stride = curved ? cuda::across_stride(Np, Nq) : 0;
  static constexpr int face_values = elements * across_stride + zeros_behind(n_face_nodes),
                       point_values = elements * point_stride + zeros_behind(Nq);
  static constexpr bool residuals_beside = Sizes::residuals_beside;
  static constexpr int edge_record = 10;  ///< values an element of `edges`

  /// Where a face's nodes come from, and where they go.
  struct alignas(16) Link {
    const T* records;
    int place;      ///< in Shared::across, or
    int first_met;  ///< in `neighbor_pairs`
  };
  static constexpr int with_data = -1,  ///< a boundary or an interface: nothing is copied
      at_curved_boundary = -2;          ///< likewise, and fluxes are made at quadrature points
  static constexpr FaceCopies copies = face_copies(Nfp, threads);
  static constexpr int n_links = copies.links(), face_pairs = Nfp * record / 2;

  struct alignas(128) Shared {
    /// [element][node][record]; products read on into the next element, and meet zeros of operators there.
    T own[elements * own_stride + zeros_behind(Np)];
    /// [element][face node][record]: neighbours' nodes, then fluxes in contravariant components; of curved
    /// cells then [element][point][record]: the weighted curls.
    alignas(16) T across[face_values > point_values ? face_values : point_values];
    alignas(16) T residuals[residuals_beside ? elements * own_stride : 2];  ///< [element][node][record]
    CovariantFace<C> faces[elements * n_faces];
    Link links[n_links];
    alignas(16) T edges[elements * edge_record];
    Coefficients<C> coefficients[elements];
    T source_factors[C::n_source_terms + 1];
    BulkCopies own_copies, residual_copies;
  };
  static_assert(sizeof(Shared) <= Sizes::shared_bytes);
  static_assert(residuals_beside || own_stride <= across_stride || own_stride <= point_stride);

  const Arguments<C>& arguments;
  Shared& shared;
  static constexpr bool has_model = C::Model::n_aux > 0;
  static constexpr bool begins_anywhere = has_model || curved;
  /// Whether the local model's part of a stage comes before the products: into residuals beside the state.
  static constexpr bool model_first = [] {
    if constexpr (has_model) return !C::Model::needs_rate && residuals_beside && !C::general_stage;
    return false;
  }();
  /// The group's first element, 0 of straight cells without a model; the block's, at a multiple of eight, as
  /// copies of edges in single precision want; the group's last. What is beyond the group is computed, and
  /// never stored.
  const int begin, first, last, warp, lane;

  DGSOLVE_INLINE TensorBlock(const Arguments<C>& arguments, Shared& shared)
      : arguments(arguments),
        shared(shared),
        begin(begins_anywhere ? arguments.group.begin : 0),
        first((begin / elements + block_of_group<C>(arguments)) * elements),
        last(arguments.group.end - 1),
        warp(static_cast<int>(threadIdx.x) / 32),
        lane(static_cast<int>(threadIdx.x) % 32) {}

  // Straight cells without a model begin at 0. Their kernels are not to see that there may be
  // elements before the first: even comparisons with 0 took 3 % at N = 5 in double precision.
  DGSOLVE_INLINE bool is_in_group(int slot) const {
    if constexpr (begins_anywhere)
      if (slot < begin) return false;
    return slot <= last;
  }
  /// Elements before the group's first; those up to its last.
  DGSOLVE_INLINE int n_before() const { return first < begin ? begin - first : 0; }
  DGSOLVE_INLINE int n_up_to_last() const { return last - first < elements ? last - first + 1 : elements; }
  DGSOLVE_INLINE int n_in_group() const {
    if constexpr (begins_anywhere) return n_up_to_last() - n_before();
    return n_up_to_last();
  }
  /// Where the records of the group's first element are among those of a block [element][node][record].
  template <class Value>
  DGSOLVE_INLINE Value* in_group(Value* records) const {
    if constexpr (begins_anywhere) return records + n_before() * own_stride;
    return records;
  }
  /// Places beyond the last element, and of curved cells before the first, compute what is never stored.
  DGSOLVE_INLINE int slot_of(int element) const {
    if constexpr (curved)
      if (first + element < begin) return begin;
    return first + element < last ? first + element : last;
  }
  /// Where the new residuals are in the end.
  DGSOLVE_INLINE T* residuals() const { return residuals_beside ? shared.residuals : shared.across; }
  DGSOLVE_INLINE bool copies_residuals() const { return residuals_beside && arguments.stage.a != 0; }

  static DGSOLVE_INLINE void copy_pair(T* to, const T* from) { copy_async<2 * sizeof(T)>(to, from); }

  /// The block's own state, its residuals, and what its cells' shapes are.
  DGSOLVE_INLINE void start_own_copies() const {
    constexpr int n = elements * own_stride, n_edges = elements * edge_record;
    const T *const u = state_at<C>(arguments.u, first, 0),
                   *const residual = state_at<C>(arguments.residual, first, 0),
                   *const edges = arguments.tensor.edges + first * static_cast<long long>(edge_record);
    if constexpr (BulkCopies::available) {
      if (threadIdx.x == threads - 1) {
        shared.own_copies.expect((n + n_edges) * sizeof(T));
        shared.own_copies.start(shared.edges, edges, n_edges * sizeof(T));
        shared.own_copies.start(shared.own, u, n * sizeof(T));
      }
      if (threadIdx.x == 0 && copies_residuals()) {
        shared.residual_copies.expect(n * sizeof(T));
        shared.residual_copies.start(shared.residuals, residual, n * sizeof(T));
      }
    } else {
      for (int i = 2 * threadIdx.x; i < n; i += 2 * threads) {
        copy_pair(shared.own + i, u + i);
        if (copies_residuals()) copy_pair(shared.residuals + i, residual + i);
      }
      for (int i = 2 * threadIdx.x; i < n_edges; i += 2 * threads) copy_pair(shared.edges + i, edges + i);
      end_copy_group();
    }
  }
  DGSOLVE_INLINE void wait_for_own_copies() const {
    if constexpr (BulkCopies::available) {
      shared.own_copies.wait();
    } else {
      wait_for_earlier_copy_groups();
      __syncthreads();
    }
  }

  /// body(i) for i = 0 … n − 1, shared among the threads; n is known, so no loop is left.
  template <int n, class Body>
  static DGSOLVE_INLINE void share(Body body) {
    DGSOLVE_UNROLL
    for (int i = 0; i < n; i += threads)
      if (i + threads <= n || i + static_cast<int>(threadIdx.x) < n) body(i + static_cast<int>(threadIdx.x));
  }
  static DGSOLVE_INLINE void clear(T* pair) { store(Vec<T, 2>{}, pair); }
  /// Zeros in `across`, where it has n records an element: behind the last one, where products read on, and
  /// between elements.
  template <int n, int stride>
  DGSOLVE_INLINE void clear_across() const {
    constexpr int used = n * record, pairs = (stride - used) / 2;
    share<zeros_behind(n) / 2>([&](int i) { clear(shared.across + elements * stride + 2 * i); });
    if constexpr (pairs > 0)
      share<elements * pairs>(
          [&](int i) { clear(shared.across + i / pairs * stride + used + i % pairs * 2); });
  }
  DGSOLVE_INLINE void clear_padding() const {
    share<zeros_behind(Np) / 2>([&](int i) { clear(shared.own + elements * own_stride + 2 * i); });
    clear_across<n_face_nodes, across_stride>();
    constexpr int n = elements * n_faces;
    share<n_links - n>([this](int i) { shared.links[n + i] = {arguments.u, -1, 0}; });
  }

  /// A lane's face.
  DGSOLVE_INLINE Face load_face() const {
    return load_words(arguments.traces.faces + static_cast<long long>(slot_of(lane / n_faces)) * n_faces +
                      lane % n_faces);
  }
  DGSOLVE_INLINE void link_face(const Face& met) const {
    const int place = lane / n_faces * across_stride + lane % n_faces * Nfp * record;
    const int without_copy = curved && !has_neighbor<C>(met) ? at_curved_boundary : with_data;
    shared.links[lane] = {state_at<C>(arguments.u, met.boundary == 0 ? met.neighbor : 0, 0),
                          met.boundary == 0 ? place : without_copy, met.permutation * face_pairs};
  }

  /// Neighbouring threads copy the pairs of a face; each keeps its place in the face, and takes several faces
  /// at once, so that looks into tables overlap.
  DGSOLVE_INLINE void start_neighbor_copies() const {
    const int first_face = threadIdx.x / copies.width, first_pair = threadIdx.x % copies.width;
    if (first_face < copies.side_by_side) {
      for (int i = first_face; i < n_links; i += copies.at_once()) {
        Link link[copies.batch];
        unsigned short from[copies.batch][copies.rounds];
        DGSOLVE_UNROLL
        for (int j = 0; j < copies.batch; ++j) {
          link[j] = load_words(shared.links + i + j * copies.side_by_side);
          DGSOLVE_UNROLL
          for (int r = 0; r < copies.rounds; ++r) {
            const int pair = first_pair + r * copies.width;
            from[j][r] =
                pair < face_pairs ? arguments.tensor.neighbor_pairs[link[j].first_met + pair] : no_pair;
          }
        }
        DGSOLVE_UNROLL
        for (int j = 0; j < copies.batch; ++j) {
          DGSOLVE_UNROLL
          for (int r = 0; r < copies.rounds; ++r)
            if (link[j].place >= 0 && from[j][r] != no_pair)
              copy_pair(shared.across + link[j].place + 2 * (first_pair + r * copies.width),
                        link[j].records + from[j][r]);
        }
      }
    }
    end_copy_group();
  }

  DGSOLVE_INLINE T* across_at(int element_face, int m) const {
    return shared.across + element_face / n_faces * across_stride +
           (element_face % n_faces * Nfp + m) * record;
  }

  /// Records across interfaces and, of straight cells, boundaries, in components of the cell on this side: a
  /// thread a node of all such faces. Apart from other faces, and before any sums are held: this takes many
  /// registers.
  DGSOLVE_INLINE void convert_across() const {
    const unsigned faces = ballot(shared.links[lane].place == with_data);
    for (int i = threadIdx.x; i < count_bits(faces) * Nfp; i += threads)
      convert_across(nth_bit(faces, i / Nfp), i % Nfp);
  }
  DGSOLVE_INLINE void convert_across(int element_face, int m) const {
    const int element = element_face / n_faces, face = element_face % n_faces, slot = slot_of(element);
    const int node = arguments.traces.face_nodes[face * Nfp + m];
    const CovariantCell<C> cell(arguments, slot, node);
    const T* const own = shared.own + element * own_stride;
    const Fields<C> u = exterior_state<C>(arguments, cell, slot, face, m, load<record>(own + node * record));
    store(to_record<C>(cell.to_covariant(u)), across_at(element_face, m));
  }

  using Tangential = typename BoundaryPoint<C>::Tangential;

  /// Components along a face's tangents at one of its nodes, from the node's record.
  static DGSOLVE_INLINE Tangential along_tangents(int face, const T* node) {
    const auto pair = [&](int j) {
      const int vertex = FaceTangents<C>::vertex(face, j);
      return vertex == 0 ? Vec<T, 2>{} : load<2>(node + 2 * (vertex - 1));
    };
    const Vec<T, 2> first = pair(0), a = pair(1) - first, b = pair(2) - first;
    return {{a[0], a[1], b[0], b[1]}};
  }
  /// sJ (F·n − F*) at a quadrature point of a face.
  DGSOLVE_INLINE Tangential boundary_flux(int element_face, int q) const {
    const int element = element_face / n_faces, face = element_face % n_faces;
    const T* const own = shared.own + element * own_stride;
    Tangential trace{};
    for (int m = 0; m < Nfp; ++m)
      add(trace, arguments.curved.face_values[m * C::Nfq + q],
          along_tangents(face, own + arguments.traces.face_nodes[face * Nfp + m] * record));
    return BoundaryPoint<C>(arguments, slot_of(element), face, q, trace).flux(arguments);
  }
  /// The record that lifts a flux along a face's tangents, that of b with a's curl and that of a with b's.
  static DGSOLVE_INLINE Vec<T, record> from_tangents(int face, const Tangential& flux) {
    Vec<T, record> lifted{};
    const auto put = [&](int j, T of_a, T of_b) {
      const int vertex = FaceTangents<C>::vertex(face, j);
      for (int i = 0; i < 3; ++i)
        if (vertex == i + 1) lifted[2 * i] = -of_b, lifted[2 * i + 1] = of_a;
    };
    put(0, -flux[0] - flux[2], -flux[1] - flux[3]);
    put(1, flux[0], flux[1]);
    put(2, flux[2], flux[3]);
    return lifted;
  }

  /// Fluxes at boundaries of curved cells: first at quadrature points, for which there is room where the
  /// nodes come to stand, then at nodes.
  DGSOLVE_INLINE void make_boundary_fluxes() const {
    constexpr int Nfq = C::Nfq, at_once = threads / Nfp;
    static_assert(4 * Nfq <= record * Nfp && at_once > 0);
    const unsigned faces = ballot(shared.links[lane].place == at_curved_boundary);
    for (int first_face = 0; first_face < count_bits(faces); first_face += at_once) {
      const int rest = count_bits(faces) - first_face, n = rest < at_once ? rest : at_once;
      const auto face_of = [&](int i) { return nth_bit(faces, first_face + i); };
      for (int i = threadIdx.x; i < n * Nfq; i += threads) {
        const int element_face = face_of(i / Nfq);
        const Tangential flux = boundary_flux(element_face, i % Nfq);
        T* const to = across_at(element_face, 0) + 4 * (i % Nfq);
        store(Vec<T, 2>{{flux[0], flux[1]}}, to);
        store(Vec<T, 2>{{flux[2], flux[3]}}, to + 2);
      }
      __syncthreads();
      const int i = threadIdx.x, m = i % Nfp;
      const bool has_node = i < n * Nfp;
      const int element_face = has_node ? face_of(i / Nfp) : 0;
      Tangential flux{};
      for (int q = 0; has_node && q < Nfq; ++q) {
        const T* const from = across_at(element_face, 0) + 4 * q;
        const Vec<T, 2> first = load<2>(from), second = load<2>(from + 2);
        add(flux, arguments.curved.covariant.face_project[q * Nfp + m],
            Tangential{{first[0], first[1], second[0], second[1]}});
      }
      __syncthreads();
      if (has_node) store(from_tangents(element_face % n_faces, flux), across_at(element_face, m));
    }
  }

  /// Into the L2 cache; they are fetched when all else is done, so that no registers wait for them.
  DGSOLVE_INLINE void prefetch_residuals() const {
    constexpr int line = 128 / sizeof(T);
    if (arguments.stage.a == 0) return;
    for (int i = threadIdx.x * line; i < n_up_to_last() * own_stride; i += threads * line)
      prefetch(state_at<C>(arguments.residual, first, 0) + i);
  }

  /// Auxiliaries and their residuals likewise, and what else the local model reads first.
  DGSOLVE_INLINE void prefetch_model() const {
    constexpr int of_cell = Np * C::Model::n_aux, of_shape = StraightGeometry<T, 3>::n_values;
    const int begin_here = first + n_before(), n_cells = n_in_group();
    prefetch_values(auxiliaries_at<C>(arguments, arguments.u, begin_here), n_cells * of_cell);
    if (arguments.stage.a != 0)
      prefetch_values(auxiliaries_at<C>(arguments, arguments.residual, begin_here), n_cells * of_cell);
    if constexpr (!curved)
      prefetch_values(StraightGeometry<T, 3>(arguments, begin_here).values, n_cells * of_shape);
    if (threadIdx.x == 0) prefetch(arguments.group.model.row + (begin_here - begin));
  }
  /// Lines one by one go through the L1 path, which is short; bulk ones take whole pieces of 16 bytes.
  static DGSOLVE_INLINE void prefetch_values(const T* values, int n) {
    if constexpr (BulkCopies::available) {
      constexpr unsigned long long piece = 16;
      const auto from = reinterpret_cast<unsigned long long>(values) / piece * piece,
                 end = reinterpret_cast<unsigned long long>(values + n);
      if (threadIdx.x == 0)
        prefetch_bulk(reinterpret_cast<const void*>(from),
                      static_cast<unsigned>((end - from + piece - 1) / piece * piece));
    } else {
      constexpr int line = 128 / sizeof(T);
      for (int i = threadIdx.x * line; i < n; i += threads * line) prefetch(values + i);
    }
  }

  /// Large elements' results are not read again before they have left the L2 cache: they shall leave it
  /// before what neighbours will want.
  static constexpr bool leaves_first = own_stride * sizeof(T) >= 1536;

  /// Whole sectors of memory at a time, which the lanes' own records are not.
  DGSOLVE_INLINE void store_results() const {
    const int n = n_in_group() * own_stride;
    T* const u = in_group(state_at<C>(arguments.u_next, first, 0));
    T* const residual = in_group(state_at<C>(arguments.residual, first, 0));
    const T *const new_u = in_group(shared.own), *const new_residual = in_group(residuals());
    if constexpr (BulkCopies::available) {
      publish_for_bulk_stores();
      __syncthreads();
      if (threadIdx.x == 0) start_bulk_store<leaves_first>(u, new_u, n * sizeof(T));
      if (threadIdx.x == threads - 1 && keeps_residual<C>(arguments))
        start_bulk_store<leaves_first>(residual, new_residual, n * sizeof(T));
      finish_bulk_stores();
    } else {
      __syncthreads();
      for (int i = 2 * threadIdx.x; i < n; i += 2 * threads) {
        store(load<2>(new_u + i), u + i);
        if (keeps_residual<C>(arguments)) store(load<2>(new_residual + i), residual + i);
      }
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
