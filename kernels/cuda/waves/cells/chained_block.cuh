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
  static constexpr ChainedLayout layout{dim, n_fields, n_gradients<P>(), Np, Nfp, sizeof(T)};
  static constexpr int own_stride = layout.own_stride(), across_stride = layout.across_stride();
  static constexpr CellRecord record = layout.cell();
  static constexpr int n_block_faces = elements * n_faces;
  static constexpr bool is_viscous = n_gradients<P>() > 0;
  static_assert(own_stride == slot_stride(n_fields, Np, sizeof(T)));

  /// Where the nodes of a face come from: of the cell across, at a boundary of the cell itself.
  struct alignas(16) Link {
    const char* record;
    unsigned row, unused;  ///< first of TensorArguments::trace_offsets
  };
  /// The place of the gradients that count at the nodes of a face.
  struct alignas(16) SlopeLink {
    const T* of_cell;             ///< [node][gradient], in shared memory or across
    const unsigned short* nodes;  ///< [Nfp]
  };

  struct alignas(128) Shared {
    T own[elements * own_stride];  ///< [element][node][field]
    /// [element][face of a pair][node][field] of neighbours, and [element][node][gradient]; then
    /// [element][node][field] of the earlier state, or of another warp's sums, and of the residual.
    alignas(16) T across[layout.across_values()];
    alignas(16) T cells[elements * record.n_values()];  ///< [element]: CellRecord; of curved ones nothing
    Link links[elements * 4];
    SlopeLink slope_links[is_viscous ? elements * 4 : 1];
    T viscous_faces[is_viscous ? elements * 4 * 2 : 1];  ///< [element][face]: as viscous_face has them
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
        warp(warps == 1 ? 0 : static_cast<int>(threadIdx.x / 32)),
        lane(static_cast<int>(warps == 1 ? threadIdx.x : threadIdx.x % 32)) {}

  /// A place beyond the group's last element computes what is never stored.
  DGSOLVE_INLINE int slot_of(int element) const { return first + element < last ? first + element : last; }
  DGSOLVE_INLINE int n_in_group() const { return last - first < elements ? last - first + 1 : elements; }

  /// Whether the thread starts copies of `bytes` together: in bulk only one does, else all do.
  DGSOLVE_INLINE bool starts(BulkCopies& copies, unsigned thread, unsigned bytes) const {
    if constexpr (BulkCopies::available) {
      if (threadIdx.x != thread) return false;
      copies.expect(bytes);
    }
    return true;
  }
  /// n values that stand at multiples of 16 bytes, by all threads that start copies.
  DGSOLVE_INLINE void start_copy(BulkCopies& copies, T* to, const T* from, int n) const {
    if constexpr (BulkCopies::available) {
      copies.start(to, from, n * sizeof(T));
    } else {
      constexpr int piece = 16 / sizeof(T);
      for (int i = piece * threadIdx.x; i < n; i += piece * threads) copy_async<16>(to + i, from + i);
    }
  }
  /// The block's records in a state, and its straight cells, which begin at slot 0. States and cells have
  /// slots behind their last element.
  DGSOLVE_INLINE void start_own_copies() const {
    constexpr int n = elements * own_stride, n_cells = is_curved ? 0 : elements * record.n_values();
    if (!starts(shared.own_copies, 0, (n + n_cells) * sizeof(T))) return;
    start_copy(shared.own_copies, shared.own, state_at<C>(arguments.u, first, 0), n);
    if constexpr (!is_curved)
      start_copy(shared.own_copies, shared.cells,
                 arguments.tensor.cells + static_cast<long long>(first) * record.n_values(), n_cells);
  }
  /// … in an earlier state, or in a residual.
  DGSOLVE_INLINE void start_earlier_copies(const T* state) const {
    constexpr int n = elements * own_stride;
    if (starts(shared.earlier_copies, 0, n * sizeof(T)))
      start_copy(shared.earlier_copies, shared.across, state_at<C>(state, first, 0), n);
  }
  DGSOLVE_INLINE T* slopes_of(int element) const {
    return shared.across + elements * across_stride + element * layout.slope_stride();
  }
  /// The gradients of the block's cells.
  DGSOLVE_INLINE void start_slope_copies() const {
    constexpr int n = elements * layout.slope_stride();
    if (starts(shared.slope_copies, threads - 1, n * sizeof(T)))
      start_copy(shared.slope_copies, slopes_of(0),
                 gradients_at<C>(static_cast<const T*>(arguments.viscous.gradients), first, 0), n);
  }
  /// Behind a barrier that follows their start.
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
    const int own = slot_of(lane / n_faces), slot = has_nodes ? met.neighbor : own;
    const int row = has_nodes ? n_faces + met.permutation : lane % n_faces;
    shared.links[lane] = {reinterpret_cast<const char*>(state_at<C>(arguments.u, slot, 0)),
                          static_cast<unsigned>(row * layout.trace_copies().padded()), 0};
    if constexpr (is_viscous) {
      const T* const face = viscous_face<C>(arguments, own, lane % n_faces);
      const T takes = face[0], per_length = face[1];
      shared.viscous_faces[2 * lane] = takes;
      shared.viscous_faces[2 * lane + 1] = per_length;
      const T* const gradients = static_cast<const T*>(arguments.viscous.gradients);
      if (!has_nodes || takes != T(0))
        shared.slope_links[lane] = {slopes_of(lane / n_faces),
                                    arguments.traces.face_nodes + lane % n_faces * Nfp};
      else
        shared.slope_links[lane] = {gradients_at<C>(gradients, slot, 0),
                                    arguments.traces.neighbor_nodes + met.permutation * Nfp};
    }
  }
  /// ∇r_d at a point of the cell, in a curved one J ∇r_d.
  DGSOLVE_INLINE const T* metric_at(int element, int q) const {
    if constexpr (is_curved) return curved_cell_at<C>(arguments, slot_of(element), q < C::Nq ? q : C::Nq - 1);
    return shared.cells + element * record.n_values();
  }
  /// hidden: hide_faces may have changed it in shared memory.
  template <bool hidden = false>
  DGSOLVE_INLINE FaceGeometry<C> face_geometry(int element, int face, int q) const {
    if constexpr (is_curved)
      return curved_face_at<C>(arguments, slot_of(element), face * C::Nfq + (q < C::Nfq ? q : C::Nfq - 1));
    const T* const cell =
        hidden ? arguments.tensor.cells + static_cast<long long>(slot_of(element)) * record.n_values()
               : shared.cells + element * record.n_values();
    const T* const from = cell + record.face(face);
    FaceGeometry<C> geometry;
    for (int d = 0; d < dim; ++d) geometry.n[d] = from[d];
    geometry.sJ = from[dim];
    return geometry;
  }

  /// Columns of straight cells' faces with these bits count nothing, where their geometry is read from shared
  /// memory. Called behind the wait for own copies.
  DGSOLVE_INLINE void hide_faces(unsigned faces) const {
    if constexpr (!is_curved)
      if (warp == 0 && (faces >> lane & 1) != 0)
        shared.cells[lane / n_faces * record.n_values() + record.face(lane % n_faces) + dim] = T(0);
  }

  /// Traces of faces 2·pair and the next; a warp copies some elements' at a time, all of a lane's at once.
  /// Lanes beyond the last copy make that one too.
  DGSOLVE_INLINE void start_neighbor_copies(int pair) const {
    constexpr TraceCopies copies = layout.trace_copies();
    constexpr int rounds = copies.rounds(), piece = copies.bytes() / sizeof(T), batch = rounds <= 2 ? 4 : 2;
    const int sides = n_faces % 2 == 1 && pair == n_faces / 2 ? 1 : 2;
    DGSOLVE_UNROLL_BY(1)
    for (int first_element = batch * warp; first_element < elements; first_element += batch * warps) {
      const char* from[batch][2][rounds];
      DGSOLVE_UNROLL
      for (int j = 0; j < 2 * batch; ++j) {
        const int side = j % 2;
        const Link link = load_words(shared.links + (first_element + j / 2) * n_faces + 2 * pair +
                                     (side < sides ? side : 0));
        const unsigned short* const offsets = arguments.tensor.trace_offsets + (link.row + lane);
        DGSOLVE_UNROLL
        for (int i = 0; i < rounds; ++i) from[j / 2][side][i] = link.record + offsets[32 * i];
      }
      T* const to = shared.across + first_element * across_stride;
      DGSOLVE_UNROLL
      for (int j = 0; j < 2 * batch; ++j) {
        const int side = j % 2;
        DGSOLVE_UNROLL
        for (int i = 0; i < rounds; ++i) {
          const int copy = 32 * i + lane, within = copy < copies.n() ? copy : copies.n() - 1;
          if (side < sides)
            copy_async<copies.bytes()>(to + j / 2 * across_stride + side * Nfp * n_fields + within * piece,
                                       from[j / 2][side][i]);
        }
      }
    }
    end_copy_group();
  }

  /// The block's records, into the L2 cache.
  DGSOLVE_INLINE void prefetch_records(const T* state) const {
    const T* const from = state_at<C>(state, first, 0);
    const int n = n_in_group() * own_stride;
    if constexpr (BulkCopies::available) {
      if (threadIdx.x == 0) prefetch_bulk(from, n * sizeof(T));
    } else {
      constexpr int line = 128 / sizeof(T);
      for (int i = threadIdx.x * line; i < n; i += threads * line) prefetch(from + i);
    }
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
