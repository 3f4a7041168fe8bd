/// How the eight cells of a block of chained products lie in shared memory: known to the kernels, and to the
/// plan that reserves it.
#pragma once

#include "kernels/cuda/tensor/tensor_layout.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// The geometry of a straight cell as a chained stage reads it: [d][axis] of ∇r_d, then of each face its
/// normal and f_scale. Odd in number: lanes of different cells meet different banks.
struct CellRecord {
  int dim;

  constexpr int face(int i) const { return dim * dim + i * (dim + 1); }
  constexpr int n_values() const { return face(dim + 1); }
};

/// The asynchronous copies that bring a face's nodes, each as much of a node's record as one takes; a warp
/// makes 32 at a time.
struct TraceCopies {
  int n_fields, Nfp, size;

  constexpr int record_bytes() const { return n_fields * size; }
  constexpr int bytes() const { return record_bytes() % 16 == 0 ? 16 : record_bytes() % 8 == 0 ? 8 : 4; }
  constexpr int of_record() const { return record_bytes() / bytes(); }
  constexpr int n() const { return Nfp * of_record(); }
  constexpr int rounds() const { return (n() + 31) / 32; }
  constexpr int padded() const { return 32 * rounds(); }
};

/// Of a stage (chained_stage.cuh).
struct ChainedLayout {
  int dim, n_fields, n_slopes, Np, Nfp, size;  ///< size: bytes of a value

  constexpr int n_faces() const { return dim + 1; }
  constexpr int own_stride() const { return field_stride(n_fields, Np, size); }
  /// Neighbours' traces come for two faces of each cell at a time.
  constexpr int across_stride() const { return field_stride(n_fields, 2 * Nfp, size); }
  /// A cell's gradients of a viscous flux, behind the traces.
  constexpr int slope_stride() const { return n_slopes == 0 ? 0 : gradient_stride(n_slopes, Np, size); }
  /// Values of both; of an earlier state or of another warp's sums in their place later.
  constexpr int across_values() const {
    const int first = across_stride() + slope_stride();
    return tensor_elements * (first > own_stride() ? first : own_stride());
  }
  constexpr CellRecord cell() const { return {dim}; }
  constexpr TraceCopies trace_copies() const { return {n_fields, Nfp, size}; }
  /// A bound of the kernel's shared memory, which the kernel checks.
  constexpr int shared_bytes(int n_source_terms) const {
    const int values =
        tensor_elements * (own_stride() + cell().n_values()) + across_values() + n_source_terms + 1;
    const int links = tensor_elements * 4 * (n_slopes == 0 ? 16 : 32 + 2 * size);
    constexpr int barriers = 24, asking = 8, gaps = 4 * 16, alignment = 128;
    return (values * size + links + barriers + asking + gaps + alignment - 1) / alignment * alignment;
  }
};

/// … of the pass that finds gradients (chained_gradient.cuh), whose warps take eight nodes each.
struct GradientLayout {
  int dim, n_variables, Np, n_face_nodes, size;

  constexpr int threads() const { return (Np + 7) / 8 * 32; }
  constexpr int own_stride() const { return field_stride(n_variables, Np, size); }
  constexpr int jump_stride() const { return field_stride(n_variables, n_face_nodes, size); }
  /// Values of variables, of jumps, and of boundaries' at points; of gradients in their place later.
  constexpr int values() const {
    const int first = tensor_elements * (own_stride() + jump_stride()) + threads() * n_variables;
    const int later = tensor_elements * record();
    return first > later ? first : later;
  }
  /// A cell's gradients.
  constexpr int record() const { return gradient_stride(dim * n_variables, Np, size); }
  /// A bound of the kernel's shared memory, which the kernel checks.
  constexpr int shared_bytes() const {
    constexpr int links = tensor_elements * 4 * 8, given = 4, gap = 8, alignment = 128;
    return (values() * size + links + given + gap + alignment - 1) / alignment * alignment;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
