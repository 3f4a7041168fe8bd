/// The stage of the weak form (weak_stage.cuh) by dense products of a library, whose kernels these are:
///   nodes, traces = values at nodes of cells and of faces      gather_nodes
///   points = V nodes, face_points = V_f traces                 products
///   columns = fluxes at points                                 find_columns
///   rates = (P_1 … P_dim P_f) columns                          product
///   rates = P (1/J) V rates, in curved cells                   product, divide_by_jacobian, product
///   update                                                     update_nodes
/// A product takes all cells of a batch: its operator is small, and its other factor has a column a field and
/// cell. A thread is a node or a point.
#pragma once

#include "kernels/cuda/waves/cells/dense_batch.hpp"
#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/cuda/waves/cells/update.cuh"
#include "kernels/cuda/waves/cells/weak_fluxes.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct DenseKernels {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Batch = DenseBatch<T>;
  static constexpr DenseSizes sizes{P::dim, P::n_fields, n_gradients<P>(), C::Np, C::Nfp, C::Nq, C::Nfq};
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_faces = dim + 1;
  static constexpr int Np = C::Np, Nfp = C::Nfp, Nq = C::Nq, Nfq = C::Nfq;
  static constexpr int n_values = sizes.n_values(), n_traces = sizes.n_traces(),
                       n_columns = sizes.n_columns(), n_nodes = sizes.n_nodes(), n_points = sizes.n_points();
  static constexpr bool is_viscous = has_viscous_flux<P>;

  const Arguments<C>& arguments;
  const Batch& batch;
  const int cell, i;  ///< of the batch; which of the cell's threads this is

  /// per_cell: threads of a cell.
  DGSOLVE_INLINE DenseKernels(const Arguments<C>& arguments, const Batch& batch, int per_cell)
      : arguments(arguments),
        batch(batch),
        cell((static_cast<int>(blockIdx.x) * dense_threads + static_cast<int>(threadIdx.x)) / per_cell),
        i((static_cast<int>(blockIdx.x) * dense_threads + static_cast<int>(threadIdx.x)) % per_cell) {}

  DGSOLVE_INLINE bool has_work() const { return cell < batch.n; }
  DGSOLVE_INLINE int slot() const {
    return arguments.group.begin + block_of_group<C>(arguments, batch.first + cell);
  }
  static DGSOLVE_INLINE bool is_curved(const Arguments<C>& arguments, int slot) {
    return C::has_curved && slot >= arguments.curved.first;
  }
  /// A cell's part of an array.
  DGSOLVE_INLINE T* of_cell(T* array, int per_cell) const {
    return array + static_cast<long long>(cell) * per_cell;
  }
  /// Values that stand `stride` apart.
  template <int n>
  static DGSOLVE_INLINE void put(const Vec<T, n>& values, T* to, int stride) {
    for (int v = 0; v < n; ++v) to[v * stride] = values[v];
  }
  template <int n>
  static DGSOLVE_INLINE Vec<T, n> take(const T* from, int stride) {
    Vec<T, n> values{};
    for (int v = 0; v < n; ++v) values[v] = from[v * stride];
    return values;
  }

  DGSOLVE_INLINE void gather() const {
    if (i >= Np) return gather_traces((i - Np) / Nfp, (i - Np) % Nfp);
    T* const to = of_cell(batch.nodes, n_values * Np) + i;
    put(load_state<C>(arguments, slot(), i), to, Np);
    if constexpr (is_viscous) put(load_slopes<C>(arguments, slot(), i), to + n_fields * Np, Np);
  }
  /// At node m of a face; at a boundary none of the other side.
  DGSOLVE_INLINE void gather_traces(int face, int m) const {
    const int own = slot(), node = arguments.traces.face_nodes[face * Nfp + m];
    const Face across = arguments.traces.faces[static_cast<long long>(own) * n_faces + face];
    T* const to = of_cell(batch.traces, n_faces * n_traces * Nfp) + face * n_traces * Nfp + m;
    put(load_state<C>(arguments, own, node), to, Nfp);
    if (has_neighbor<C>(across))
      put(load_state<C>(arguments, across.neighbor, node_across<C>(arguments, across, m)),
          to + n_fields * Nfp, Nfp);
    if constexpr (is_viscous) {
      const bool own_count = own_slopes_count<C>(arguments, own, face, across);
      put(load_slopes<C>(arguments, own_count ? own : across.neighbor,
                         own_count ? node : node_across<C>(arguments, across, m)),
          to + 2 * n_fields * Nfp, Nfp);
    }
  }

  DGSOLVE_INLINE void find_columns() const {
    T* const to = of_cell(batch.columns, n_fields * n_columns);
    if (i >= Nq)
      return put(face_column_at((i - Nq) / Nfq, (i - Nq) % Nfq), to + dim * Nq + i - Nq, n_columns);
    const T* const from = of_cell(batch.points, n_values * Nq) + i;
    const int of_slot = slot();
    const Vec<Fields<C>, dim> columns = volume_columns<C>(
        take<n_fields>(from, Nq), take<n_gradients<P>()>(from + n_fields * Nq, Nq),
        load_coefficients<C>(arguments, of_slot, 0),
        is_curved(arguments, of_slot) ? curved_cell_at<C>(arguments, of_slot, i)
                                      : StraightGeometry<T, dim>(arguments, of_slot).values);
    for (int d = 0; d < dim; ++d) put(columns[d], to + d * Nq + i, n_columns);
  }
  DGSOLVE_INLINE Fields<C> face_column_at(int face, int q) const {
    const int of_slot = slot(), point = face * Nfq + q;
    const T* const from = of_cell(batch.face_points, n_faces * n_traces * Nfq) + face * n_traces * Nfq + q;
    const FacePoint<C> p = face_point<C>(
        arguments, of_slot, point,
        is_curved(arguments, of_slot) ? curved_face_at<C>(arguments, of_slot, point)
                                      : straight_face<C>(arguments, of_slot, face),
        [&](const FacePoint<C>&) { return take<n_fields>(from, Nfq); },
        [&](const FacePoint<C>&) { return take<n_fields>(from + n_fields * Nfq, Nfq); });
    return face_column<C>(arguments, of_slot, face, p, [&] {
      return along<C>(take<n_gradients<P>()>(from + 2 * n_fields * Nfq, Nfq), p.n);
    });
  }

  /// A value at a point, of a curved cell.
  DGSOLVE_INLINE void divide_by_jacobian() const {
    of_cell(batch.points, n_fields * Nq)[i] *= inverse_jacobian_at<C>(arguments, slot(), i % Nq);
  }

  DGSOLVE_INLINE void update(const T* source_factors) const {
    Update<C>(arguments, source_factors)(slot(), i,
                                         take<n_fields>(of_cell(batch.nodes, n_fields * Np) + i, Np));
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
