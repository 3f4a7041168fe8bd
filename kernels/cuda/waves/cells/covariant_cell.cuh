/// Geometry of a straight cell whose state is kept in covariant components, a_i = a·∂x/∂r_i.
#pragma once

#include "kernels/cuda/waves/cells/straight_geometry.cuh"
#include "kernels/waves/equation.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class T>
DGSOLVE_INLINE Vec<T, 3> cross_product(const Vec<T, 3>& a, const Vec<T, 3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <class T>
DGSOLVE_INLINE T dot_product(const Vec<T, 3>& a, const Vec<T, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class C>
struct CovariantCell {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Vector = Vec<T, 3>;
  using Fields = Vec<T, P::n_fields>;

  Metric<T, 3> gradients;  ///< [i]: ∇r_i
  Metric<T, 3> edges;      ///< [i]: ∂x/∂r_i = J ∇r_j × ∇r_l
  T inverse_J;

  DGSOLVE_INLINE CovariantCell(const StageArguments<T>& arguments, int slot)
      : gradients(StraightGeometry<T, 3>(arguments, slot).metric()) {
    for (int i = 0; i < 3; ++i) edges[i] = cross_product(gradients[(i + 1) % 3], gradients[(i + 2) % 3]);
    inverse_J = dot_product(gradients[0], edges[0]);
    const T J = T(1) / inverse_J;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) edges[i][j] *= J;
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
  static DGSOLVE_INLINE Vector vector(const Fields& u, int p) {
    const int first = P::curl_pair[p];
    return {{u[first], u[first + 1], u[first + 2]}};
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
