/// Geometry at the quadrature points of a block's cells.
#pragma once

#include "kernels/host/waves/cells/block.hpp"

namespace DGSOLVE_NAMESPACE {

/// Of curved cells at each point, of straight ones once: J g^d = J ∇r_d, in straight cells g^d; and of a face
/// n and sJ, in straight cells sJ/J.
template <int dimension, class T, bool is_curved>
struct PointGeometry {
  using Number = Pack<T>;
  using Vector = Vec<Number, dimension>;
  static constexpr int W = Number::width, dim = dimension, n_faces = dim + 1;

  const T *cell, *face;
  const int Nfq;

  DGSOLVE_INLINE PointGeometry(const host::Tables<T>& tables, int index) : Nfq(tables.points.Nfq) {
    if constexpr (is_curved) {
      const int curved = index - tables.curved.first_block;
      cell = tables.curved.cell + layout::block(curved, tables.points.Nq * (dim * dim + 1), W);
      face = tables.curved.face + layout::block(curved, n_faces * Nfq * (dim + 1), W);
    } else {
      cell = tables.straight.geometry + layout::block(index, dim * dim + n_faces * (dim + 1), W);
      face = cell + dim * dim * W;
    }
  }
  DGSOLVE_INLINE Vector gradient(int q, int d) const {
    return load<dim>(cell + ((is_curved ? q * (dim * dim + 1) : 0) + d * dim) * W);
  }
  DGSOLVE_INLINE Number inverse_jacobian(int q) const {
    static_assert(is_curved);
    return Number::load(cell + (q * (dim * dim + 1) + dim * dim) * W);
  }
  DGSOLVE_INLINE Vector normal(int f, int q) const { return load<dim>(at_face(f, q)); }
  DGSOLVE_INLINE Number sJ(int f, int q) const { return Number::load(at_face(f, q) + dim * W); }

 private:
  DGSOLVE_INLINE const T* at_face(int f, int q) const {
    return face + (is_curved ? f * Nfq + q : f) * (dim + 1) * W;
  }
};

}  // namespace DGSOLVE_NAMESPACE
