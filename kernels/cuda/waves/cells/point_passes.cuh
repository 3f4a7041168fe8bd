/// Quadrature points of curved cells, and of all cells where the flux is not linear. A thread is a node of an
/// element; the same threads take the points a pass at a time, and after each pass add their share to the
/// nodes, so that shared memory holds one pass and not all points.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// A node's basis function at a quadrature point: its value (j = 0), or its derivative by r_{j−1}.
template <class C>
DGSOLVE_INLINE typename C::Real basis_at_point(const Arguments<C>& arguments, int node, int j, int q) {
  return arguments.points.values[(node * (1 + C::Equation::dim) + j) * C::Nq + q];
}

template <class C>
DGSOLVE_INLINE Coefficients<C> coefficients_at_point(const Arguments<C>& arguments, int slot, int q) {
  if constexpr (!C::Equation::nodal_coefficients) {
    return load_coefficients<C>(arguments, slot, 0);
  } else {
    Coefficients<C> c{};
    for (int k = 0; k < C::Np; ++k)
      add(c, basis_at_point<C>(arguments, k, 0, q), load_coefficients<C>(arguments, slot, k));
    return c;
  }
}

/// SharedMemory: has `columns`, room for a pass of points, and `r`, [element][node][field].
template <class C, class SharedMemory>
struct PointPasses {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Shared = SharedMemory;
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_faces = dim + 1;
  static constexpr int Np = C::Np, Nfp = C::Nfp, Nq = C::Nq, Nfq = C::Nfq, per_point = 1 + dim;
  static constexpr int elements = C::point_elements, threads = elements * Np, points = C::points_per_pass;
  static_assert(points <= Np);

  const Arguments<C>& arguments;
  Shared& shared;
  int slot;         ///< this thread's element,
  int local, lane;  ///< its place in the block, and the thread's among the element's

  /// For a quantity with n records of fields a point: computes column(point, j) a pass at a time, and calls
  /// consume(point, j, values) for all points in each of the threads.
  template <int n_points, int n, class Column, class Consume>
  DGSOLVE_INLINE void for_passes(Column column, Consume consume) const {
    T* own = shared.columns + local * points * n * n_fields;
    for (int first = 0; first < n_points; first += points) {
      const int in_pass = n_points - first < points ? n_points - first : points;
      if (lane < in_pass) {
        const Vec<Fields<C>, n> values = column(first + lane);
        for (int j = 0; j < n; ++j) store(values[j], own + (lane * n + j) * n_fields);
      }
      __syncthreads();
      for (int point = 0; point < in_pass; ++point)
        for (int j = 0; j < n; ++j)
          consume(first + point, j, load<n_fields>(own + (point * n + j) * n_fields));
      __syncthreads();
    }
  }

  /// This thread's row of P, or of P_{j−1}.
  DGSOLVE_INLINE T projection(int q, int j) const {
    return arguments.curved.project[(q * per_point + j) * Np + lane];
  }

  DGSOLVE_INLINE T* own_record() const { return shared.r + (local * Np + lane) * n_fields; }

  /// P (W f) at this thread's node, of the field with value f there; weight(q, value at the point).
  template <class Weight>
  DGSOLVE_INLINE Fields<C> project_weighted(const Fields<C>& f, Weight weight) const {
    store(f, own_record());
    __syncthreads();
    Fields<C> result{};
    for_passes<Nq, 1>(
        [&](int q) {
          Fields<C> at_point{};
          for (int k = 0; k < Np; ++k)
            add(at_point, basis_at_point<C>(arguments, k, 0, q),
                load<n_fields>(shared.r + (local * Np + k) * n_fields));
          return Vec<Fields<C>, 1>{{weight(q, at_point)}};
        },
        [&](int q, int, const Fields<C>& column) { add(result, projection(q, 0), column); });
    return result;
  }
  /// P ((1/J) f); inverse_jacobian(q).
  template <class InverseJacobian>
  DGSOLVE_INLINE Fields<C> project_over_jacobian(const Fields<C>& f, InverseJacobian inverse_jacobian) const {
    return project_weighted(f, [&](int q, const Fields<C>& at_point) {
      Fields<C> weighted{};
      add(weighted, inverse_jacobian(q), at_point);
      return weighted;
    });
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
