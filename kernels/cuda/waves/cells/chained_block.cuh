/// The eight cells of a block of a chained stage (chained_stage.cuh): how they come into shared memory, and
/// how results go.
#pragma once

#include "kernels/cuda/waves/cells/chained_layout.hpp"
#include "kernels/cuda/waves/cells/weak_fluxes.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C, bool is_curved>
struct ChainedBlock {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int elements = tensor_elements, threads = C::straight_threads, warps = threads / 32;
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_faces = dim + 1, Np = C::Np, Nfp = C::Nfp;
  static constexpr ChainedLayout layout{dim, n_fields, n_gradients<P>(), Np, Nfp, sizeof(T), warps};
  static constexpr int own_stride = layout.own_stride(), across_stride = layout.across_stride(),
                       metric_stride = layout.metric_stride(), face_stride = layout.face_stride();
  static constexpr int n_block_faces = elements * n_faces;
  static_assert(own_stride == slot_stride(n_fields, Np, sizeof(T)));

  /// Where the nodes of a face come from: of the cell across, at a boundary of the cell itself.
  struct alignas(16) Link {
    const unsigned short* nodes;  ///< [Nfp]
    int slot, unused;
  };

  struct alignas(128) Shared {
    T own[elements * own_stride];  ///< [element][node][field]
    /// [element][face of a pair][node][field] of neighbours, and [element][node][gradient]; then
    /// [element][node][field] of the earlier state or the residual, and of sums.
    alignas(16) T across[layout.across_values()];
    T metric[elements * metric_stride];  ///< [element][d][axis]
    T faces[elements * face_stride];     ///< [element][face][normal; f_scale]
    Link links[elements * 4];
    T source_factors[C::n_source_terms + 1];
    BulkCopies own_copies, slope_copies, earlier_copies;
    unsigned asking[warps];  ///< lanes whose elements ask for the limiter, a bit each
  };
  static_assert(sizeof(Shared) <= C::straight_shared_bytes);

  const Arguments<C>& arguments;
  Shared& shared;
  const int first, last, warp, lane;  ///< the block's first slot, the group's last

  DGSOLVE_INLINE ChainedBlock(const Arguments<C>& arguments, Shared& shared)
      : arguments(arguments),
        shared(shared),
        first(arguments.group.begin + block_of_group<C>(arguments) * elements),
        last(arguments.group.end - 1),
        warp(static_cast<int>(threadIdx.x) / 32),
        lane(static_cast<int>(threadIdx.x) % 32) {}

  /// A place beyond the group's last element computes what is never stored.
  DGSOLVE_INLINE int slot_of(int element) const { return first + element < last ? first + element : last; }
  DGSOLVE_INLINE int n_in_group() const { return last - first < elements ? last - first + 1 : elements; }

  /// The block's records in a state, by one thread or by all; states have slots behind their last element.
  DGSOLVE_INLINE void start_copies(BulkCopies& copies, T* to, const T* state) const {
    constexpr int n = elements * own_stride;
    const T* const from = state_at<C>(state, first, 0);
    if constexpr (BulkCopies::available) {
      if (threadIdx.x != 0) return;
      copies.expect(n * sizeof(T));
      copies.start(to, from, n * sizeof(T));
    } else {
      constexpr int piece = 16 / sizeof(T);
      for (int i = piece * threadIdx.x; i < n; i += piece * threads) copy_async<16>(to + i, from + i);
    }
  }
  DGSOLVE_INLINE T* slopes_of(int element) const {
    return shared.across + elements * across_stride + element * layout.slope_stride();
  }
  /// The gradients of the block's cells, by one thread or by all.
  DGSOLVE_INLINE void start_slope_copies() const {
    constexpr int bytes = Np * n_gradients<P>() * sizeof(T);
    static_assert(bytes % 16 == 0);
    const auto from = [this](int element) {
      return gradients_at<C>(static_cast<const T*>(arguments.viscous.gradients), slot_of(element), 0);
    };
    if constexpr (BulkCopies::available) {
      if (threadIdx.x != threads - 1) return;
      shared.slope_copies.expect(elements * bytes);
      for (int element = 0; element < elements; ++element)
        shared.slope_copies.start(slopes_of(element), from(element), bytes);
    } else {
      constexpr int piece = 16 / sizeof(T), pieces = bytes / 16;
      for (int i = threadIdx.x; i < elements * pieces; i += threads)
        copy_async<16>(slopes_of(i / pieces) + i % pieces * piece, from(i / pieces) + i % pieces * piece);
    }
  }
  /// Behind a barrier that follows start_copies.
  DGSOLVE_INLINE void wait_for(const BulkCopies& copies) const {
    if constexpr (BulkCopies::available) {
      copies.wait();
    } else {
      wait_for_copies();
      __syncthreads();
    }
  }

  /// A lane's face of the block, boundary = 0 where it has none.
  DGSOLVE_INLINE Face load_face() const {
    if (lane >= n_block_faces) return Face{};
    return load_words(arguments.traces.faces + static_cast<long long>(slot_of(lane / n_faces)) * n_faces +
                      lane % n_faces);
  }
  DGSOLVE_INLINE void link_face(const Face& met) const {
    if (lane >= n_block_faces) return;
    const bool has_nodes = has_neighbor<C>(met);
    shared.links[lane] = {has_nodes ? arguments.traces.neighbor_nodes + met.permutation * Nfp
                                    : arguments.traces.face_nodes + lane % n_faces * Nfp,
                          has_nodes ? met.neighbor : slot_of(lane / n_faces), 0};
  }
  /// Of straight cells; that of curved ones stands at their points.
  DGSOLVE_INLINE void load_geometry() const {
    if constexpr (is_curved) return;
    for (int i = threadIdx.x; i < elements * dim * dim; i += threads)
      shared.metric[i / (dim * dim) * metric_stride + i % (dim * dim)] =
          StraightGeometry<T, dim>(arguments, slot_of(i / (dim * dim))).values[i % (dim * dim)];
    for (int i = threadIdx.x; i < n_block_faces; i += threads) {
      const FaceGeometry<C> face = straight_face<C>(arguments, slot_of(i / n_faces), i % n_faces);
      T* const to = shared.faces + i / n_faces * face_stride + i % n_faces * (dim + 1);
      for (int d = 0; d < dim; ++d) to[d] = face.n[d];
      to[dim] = face.sJ;
    }
  }
  /// ∇r_d at a point of the cell, in a curved one J ∇r_d.
  DGSOLVE_INLINE const T* metric_at(int element, int q) const {
    if constexpr (is_curved) return curved_cell_at<C>(arguments, slot_of(element), q < C::Nq ? q : C::Nq - 1);
    return shared.metric + element * metric_stride;
  }
  DGSOLVE_INLINE FaceGeometry<C> face_geometry(int element, int face, int q) const {
    if constexpr (is_curved)
      return curved_face_at<C>(arguments, slot_of(element), face * C::Nfq + (q < C::Nfq ? q : C::Nfq - 1));
    const T* const from = shared.faces + element * face_stride + face * (dim + 1);
    FaceGeometry<C> geometry;
    for (int d = 0; d < dim; ++d) geometry.n[d] = from[d];
    geometry.sJ = from[dim];
    return geometry;
  }

  /// Of faces 2·pair and the next; a warp copies an element's at a time, a lane as much of a record as one
  /// copy takes. Where they come from is known before the first copy, which would wait for each.
  DGSOLVE_INLINE void start_neighbor_copies(int pair) const {
    constexpr int bytes = n_fields * sizeof(T), piece_bytes = bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4;
    constexpr int piece = piece_bytes / sizeof(T), pieces = n_fields / piece, of_face = Nfp * pieces;
    constexpr int rounds = (of_face + 31) / 32;
    const int sides = n_faces % 2 == 1 && pair == n_faces / 2 ? 1 : 2;
    DGSOLVE_UNROLL_BY(1)
    for (int element = warp; element < elements; element += warps) {
      const char* from[2 * rounds];
      DGSOLVE_UNROLL
      for (int i = 0; i < 2 * rounds; ++i) {
        const Link link =
            load_words(shared.links + element * n_faces + 2 * pair + (i < sides * rounds ? i / rounds : 0));
        const unsigned k = i % rounds * 32 + lane, within = k < of_face ? k : of_face - 1;
        from[i] = reinterpret_cast<const char*>(state_at<C>(arguments.u, link.slot, 0)) +
                  (link.nodes[within / pieces] * bytes + within % pieces * piece_bytes);
      }
      T* const to = shared.across + element * across_stride;
      DGSOLVE_UNROLL
      for (int i = 0; i < 2 * rounds; ++i) {
        const int k = i % rounds * 32 + lane;
        if (k < of_face && i < sides * rounds)
          copy_async<piece_bytes>(to + i / rounds * Nfp * n_fields + k * piece, from[i]);
      }
    }
    end_copy_group();
  }

  /// Into the L2 cache.
  DGSOLVE_INLINE void prefetch_earlier(const T* state) const {
    constexpr int line = 128 / sizeof(T);
    for (int i = threadIdx.x * line; i < n_in_group() * own_stride; i += threads * line)
      prefetch(state_at<C>(state, first, 0) + i);
  }

  /// Whole sectors of memory at a time, which the lanes' own records are not.
  DGSOLVE_INLINE void start_stores() const {
    const int n = n_in_group() * own_stride;
    T* const u = state_at<C>(arguments.u_next, first, 0);
    T* const residual = state_at<C>(arguments.residual, first, 0);
    if constexpr (BulkCopies::available) {
      publish_for_bulk_stores();
      __syncthreads();
      if (threadIdx.x != 0) return;
      start_bulk_store<false>(u, shared.own, n * sizeof(T));
      if (keeps_residual<C>(arguments)) start_bulk_store<false>(residual, shared.across, n * sizeof(T));
    } else {
      __syncthreads();
      for (int i = threadIdx.x; i < n; i += threads) {
        u[i] = shared.own[i];
        if (keeps_residual<C>(arguments)) residual[i] = shared.across[i];
      }
    }
  }
  DGSOLVE_INLINE void finish_stores() const {
    if constexpr (BulkCopies::available)
      if (threadIdx.x == 0) finish_bulk_stores();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
