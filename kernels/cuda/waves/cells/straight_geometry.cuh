/// Geometry of straight cells, and of cells in covariant components at a node.
#pragma once

#include "kernels/cuda/waves/cells/stage_arguments.hpp"
#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class T, int dim>
using Metric = Vec<Vec<T, dim>, dim>;  ///< [i][j]: ∂r_i/∂x_j

/// The record of a cell's geometric factors, [dim·dim metric; n_faces f_scale; 1/f_scale].
template <class T, int dim>
struct StraightGeometry {
  static constexpr int n_values = dim * dim + 2 * (dim + 1);

  const T* values;

  DGSOLVE_INLINE StraightGeometry(const StageArguments<T>& arguments, int slot)
      : values(arguments.straight.geometry + static_cast<long long>(slot) * n_values) {}

  DGSOLVE_INLINE Metric<T, dim> metric() const {
    Metric<T, dim> metric;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) metric[i][j] = values[i * dim + j];
    return metric;
  }
  /// Outward of a face, whose opposite vertex is given: along −∇r_{v−1} for vertex v > 0, along Σ∇r_i for
  /// vertex 0; f_scale is the length of either.
  DGSOLVE_INLINE Vec<T, dim> normal(int face, int opposite) const {
    const T factor = values[dim * dim + dim + 1 + face];  // 1/f_scale
    Vec<T, dim> n;
    for (int d = 0; d < dim; ++d) {
      T sum = 0;
      for (int i = 0; i < dim; ++i) sum += values[i * dim + d];
      n[d] = factor * (opposite == 0 ? sum : -values[(opposite - 1) * dim + d]);
    }
    return n;
  }
  DGSOLVE_INLINE T f_scale(int face) const { return values[dim * dim + face]; }
};

/// A cell at a node, where a vector's covariant components are a_i = a·∂x/∂r_i.
template <class C>
struct CovariantCell {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Vector = Vec<T, 3>;
  using Fields = Vec<T, P::n_fields>;

  Metric<T, 3> gradients;  ///< [i]: ∇r_i
  Metric<T, 3> edges;      ///< [i]: ∂x/∂r_i = J ∇r_j × ∇r_l

  DGSOLVE_INLINE CovariantCell(const StageArguments<T>& arguments, int slot, int node) {
    if (C::has_curved && slot >= arguments.curved.first) {
      const long long at = static_cast<long long>(slot - arguments.curved.first) * C::Np + node;
      for (int i = 0; i < 9; ++i) edges[i / 3][i % 3] = arguments.curved.covariant.maps[at * 9 + i];
      set_dual(edges, gradients);
    } else {
      gradients = StraightGeometry<T, 3>(arguments, slot).metric();
      set_dual(gradients, edges);
    }
  }

  DGSOLVE_INLINE Fields to_covariant(const Fields& u) const {
    Fields result;
    for (int p = 0; p < 2; ++p)
      for (int i = 0; i < 3; ++i) result[P::curl_pair[p] + i] = dot_product(edges[i], vector(u, p));
    return result;
  }
  DGSOLVE_INLINE Fields to_cartesian(const Fields& u) const {
    Fields result;
    for (int p = 0; p < 2; ++p) {
      const Vector a = vector(u, p);
      for (int j = 0; j < 3; ++j)
        result[P::curl_pair[p] + j] =
            gradients[0][j] * a[0] + gradients[1][j] * a[1] + gradients[2][j] * a[2];
    }
    return result;
  }

 private:
  /// The vectors dual[i] with vectors[i]·dual[j] = δ_ij.
  static DGSOLVE_INLINE void set_dual(const Metric<T, 3>& vectors, Metric<T, 3>& dual) {
    for (int i = 0; i < 3; ++i) dual[i] = cross_product(vectors[(i + 1) % 3], vectors[(i + 2) % 3]);
    const T factor = inverse_of(dot_product(vectors[0], dual[0]));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) dual[i][j] *= factor;
  }
  static DGSOLVE_INLINE Vector vector(const Fields& u, int p) {
    const int first = P::curl_pair[p];
    return {{u[first], u[first + 1], u[first + 2]}};
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
