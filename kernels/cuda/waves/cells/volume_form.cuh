/// Two forms of −∇·F on a straight cell, as products of columns at the nodes with derivative matrices.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// Contravariant fluxes at the nodes, dim products a field.
template <class C>
struct GenericForm {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_columns = dim * n_fields;

  Metric<T, dim> metric;

  DGSOLVE_INLINE explicit GenericForm(const Metric<T, dim>& metric) : metric(metric) {}

  /// [dim][field]: −F^i.
  DGSOLVE_INLINE Vec<T, n_columns> volume_column(const Fields<C>& u, const Coefficients<C>& c) const {
    Vec<T, n_columns> column;
    for (int i = 0; i < dim; ++i) {
      Vec<T, dim> minus_gradient;
      for (int j = 0; j < dim; ++j) minus_gradient[j] = -metric[i][j];
      const Fields<C> flux = P::normal_flux(u, c, minus_gradient);
      for (int f = 0; f < n_fields; ++f) column[i * n_fields + f] = flux[f];
    }
    return column;
  }
  DGSOLVE_INLINE Fields<C> face_column(const Fields<C>& difference) const { return difference; }
  /// D: this node's row of (Dr, Ds, Dt) for the column's node.
  static DGSOLVE_INLINE void volume_add(Fields<C>& sum, const Vec<T, dim>& D,
                                        const Vec<T, n_columns>& column) {
    for (int i = 0; i < dim; ++i)
      for (int f = 0; f < n_fields; ++f) sum[f] += D[i] * column[i * n_fields + f];
  }
  DGSOLVE_INLINE Fields<C> result(const Fields<C>& sum) const { return sum; }
};

/// For two vector fields tied by a curl: the curl of a vector with covariant components a_i = a·∂x/∂r_i has
/// contravariant components (∂a_l/∂r_j − ∂a_j/∂r_l)/J, (i, j, l) cyclic, so that each component needs two
/// derivatives instead of three (Piola transform; exact on straight cells).
template <class C>
struct CovariantForm {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Vector = Vec<T, 3>;
  static constexpr int n_columns = 6;

  Metric<T, 3> metric;      ///< [i]: ∇r_i
  Metric<T, 3> edge_per_J;  ///< [i]: (∂x/∂r_i)/J = ∇r_j × ∇r_l

  DGSOLVE_INLINE explicit CovariantForm(const Metric<T, 3>& metric) : metric(metric) {
    for (int i = 0; i < 3; ++i) edge_per_J[i] = cross_product(metric[(i + 1) % 3], metric[(i + 2) % 3]);
  }

  /// (m_i·a, m_i·b) of the pair (a, b) in u.
  static DGSOLVE_INLINE void components(const Metric<T, 3>& m, const Fields<C>& u, Vector& a, Vector& b) {
    constexpr int first = P::curl_pair[0], second = P::curl_pair[1];
    for (int i = 0; i < 3; ++i) {
      a[i] = dot_product(m[i], Vector{{u[first], u[first + 1], u[first + 2]}});
      b[i] = dot_product(m[i], Vector{{u[second], u[second + 1], u[second + 2]}});
    }
  }

  /// Covariant components over J of b, whose curl drives a, and of −a.
  DGSOLVE_INLINE Vec<T, 6> volume_column(const Fields<C>& u, const Coefficients<C>&) const {
    Vector a, b;
    components(edge_per_J, u, a, b);
    return {{b[0], b[1], b[2], -a[0], -a[1], -a[2]}};
  }
  /// Contravariant components of a and b.
  DGSOLVE_INLINE Fields<C> face_column(const Fields<C>& difference) const {
    Vector a, b;
    components(metric, difference, a, b);
    return {{a[0], a[1], a[2], b[0], b[1], b[2]}};
  }
  static DGSOLVE_INLINE void volume_add(Fields<C>& sum, const Vec<T, 3>& D, const Vec<T, 6>& column) {
    for (int p = 0; p < 6; p += 3)
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        sum[p + i] += D[j] * column[p + l];
        sum[p + i] -= D[l] * column[p + j];
      }
  }
  DGSOLVE_INLINE Fields<C> result(const Fields<C>& sum) const {
    const T J = T(1) / dot_product(metric[0], edge_per_J[0]);
    Fields<C> f;
    for (int p = 0; p < 2; ++p)
      for (int j = 0; j < 3; ++j)
        f[P::curl_pair[p] + j] = J * (edge_per_J[0][j] * sum[3 * p] + edge_per_J[1][j] * sum[3 * p + 1] +
                                      edge_per_J[2][j] * sum[3 * p + 2]);
    return f;
  }
};

template <class C, bool curl>
struct ChooseForm {
  using Form = GenericForm<C>;
};
template <class C>
struct ChooseForm<C, true> {
  static_assert(C::Equation::dim == 3 && C::Equation::n_fields == 6);
  using Form = CovariantForm<C>;
};
template <class C>
using VolumeForm = typename ChooseForm<C, C::use_curl_pair>::Form;

}  // namespace DGSOLVE_NAMESPACE::cuda
