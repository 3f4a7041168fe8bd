/// Arrays that a stage by dense products keeps between its kernels, for a batch of cells: read by the kernel
/// text, by the host code that launches it, and by the emulation.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

inline constexpr int dense_threads = 128;  ///< of a block

/// Of a problem.
struct DenseSizes {
  int dim, n_fields, n_gradients, Np, Nfp, Nq, Nfq;

  constexpr int n_faces() const { return dim + 1; }
  /// At a node or a point: fields, then gradients.
  constexpr int n_values() const { return n_fields + n_gradients; }
  /// At a node or a point of a face: fields of both sides, then gradients of the side whose gradients count.
  constexpr int n_traces() const { return 2 * n_fields + n_gradients; }
  /// Fluxes of a field: at points along each axis of the reference cell, then at points of faces.
  constexpr int n_columns() const { return dim * Nq + n_faces() * Nfq; }
  /// Threads of a cell, which are nodes, then nodes of faces; or points, then points of faces.
  constexpr int n_nodes() const { return Np + n_faces() * Nfp; }
  constexpr int n_points() const { return Nq + n_faces() * Nfq; }
};

/// Arrays whose last index is that of the products, so that each product takes all cells of the batch at
/// once.
template <class T>
struct DenseBatch {
  int first, n;    ///< cells, counted from the launch's first
  T* nodes;        ///< [cell][value][Np], at the end [cell][field][Np]: rates
  T* traces;       ///< [cell][face][trace][Nfp]
  T* points;       ///< [cell][value][Nq], of curved cells at the end [cell][field][Nq]: rates over J
  T* face_points;  ///< [cell][face][trace][Nfq]
  T* columns;      ///< [cell][field][column]
};

}  // namespace DGSOLVE_NAMESPACE::cuda
