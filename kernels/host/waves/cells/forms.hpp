/// The two forms of a straight cell's right-hand side: what is multiplied by D and LIFT, and what the
/// products mean. Kernels are templates over them.
#pragma once

#include "kernels/host/simd/products.hpp"
#include "kernels/host/waves/cells/block.hpp"

namespace DGSOLVE_NAMESPACE {

template <class T>
using Matrix3 = Vec<Vec<Pack<T>, 3>, 3>;

/// The generic form of the volume term: contravariant fluxes at the nodes, dim products a field.
template <class P, class T>
struct GenericForm {
  static constexpr int dim = P::dim, n_fields = P::n_fields, W = Pack<T>::width;
  static constexpr int columns_per_node = dim * n_fields;
  using B = Block<P, T>;

  Vec<Vec<Pack<T>, dim>, dim> metric;  ///< [i][j]: ∂r_i/∂x_j

  DGSOLVE_INLINE explicit GenericForm(const Vec<Vec<Pack<T>, dim>, dim>& metric) : metric(metric) {}

  /// to[Np][dim][field][lane]: −F^i.
  DGSOLVE_INLINE void volume_columns(const Nodes<P, T>& nodes, int Np, T* to) const {
    for (int node = 0; node < Np; ++node) {
      const auto u = nodes.u(node);
      const auto& c = nodes.c(node);
      for (int i = 0; i < dim; ++i) {
        Vec<Pack<T>, dim> minus_gradient;
        for (int j = 0; j < dim; ++j) minus_gradient[j] = -metric[i][j];
        store(P::normal_flux(u, c, minus_gradient), to + (node * dim + i) * n_fields * W);
      }
    }
  }
  DGSOLVE_INLINE typename B::Fields face_column(const typename B::Fields& difference) const {
    return difference;
  }
  template <int R>
  static DGSOLVE_INLINE void volume_add(Pack<T> (&sum)[R][n_fields], const T* panel, const T* columns,
                                        int Np) {
    multiply_add(sum, panel, columns, Np * dim);
  }
  template <int R>
  static DGSOLVE_INLINE void face_add(Pack<T> (&sum)[R][n_fields], const T* panel, const T* columns, int Nfp,
                                      int) {
    multiply_add(sum, panel, columns, Nfp);
  }
  DGSOLVE_INLINE typename B::Fields result(const Pack<T> (&sum)[n_fields]) const {
    typename B::Fields f;
    for (int i = 0; i < n_fields; ++i) f[i] = sum[i];
    return f;
  }
};

/// For two vector fields tied by a curl: the curl of a vector with covariant components a_i = a·∂x/∂r_i has
/// contravariant components (∂a_l/∂r_j − ∂a_j/∂r_l)/J, (i, j, l) cyclic, so that each component needs two
/// derivatives instead of three (Piola transform; exact on straight cells).
template <class P, class T>
struct CovariantForm {
  static_assert(P::dim == 3 && P::n_fields == 6);
  static constexpr int W = Pack<T>::width, columns_per_node = 6;
  using B = Block<P, T>;
  using Vector = Vec<Pack<T>, 3>;

  Matrix3<T> metric;      ///< [i]: ∇r_i
  Matrix3<T> edge_per_J;  ///< [i]: (∂x/∂r_i)/J = ∇r_j × ∇r_l
  Pack<T> J;

  DGSOLVE_INLINE explicit CovariantForm(const Matrix3<T>& metric) : metric(metric) {
    for (int i = 0; i < 3; ++i) edge_per_J[i] = cross_product(metric[(i + 1) % 3], metric[(i + 2) % 3]);
    J = Pack<T>(1) / dot_product(metric[0], edge_per_J[0]);
  }

  static DGSOLVE_INLINE Vector vector(const typename B::Fields& u, int first) {
    return {{u[first], u[first + 1], u[first + 2]}};
  }
  /// to[Np][6][lane]: covariant components over J of b, whose curl drives a, and of −a.
  DGSOLVE_INLINE void volume_columns(const Nodes<P, T>& nodes, int Np, T* to) const {
    Matrix3<T> minus_edge;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) minus_edge[i][j] = -edge_per_J[i][j];
    for (int node = 0; node < Np; ++node) {
      const auto u = nodes.u(node);
      const Vector a = vector(u, P::curl_pair[0]), b = vector(u, P::curl_pair[1]);
      typename B::Fields f;
      for (int i = 0; i < 3; ++i) {
        f[i] = dot_product(edge_per_J[i], b);
        f[3 + i] = dot_product(minus_edge[i], a);
      }
      store(f, to + node * 6 * W);
    }
  }
  /// Contravariant components of a and b.
  DGSOLVE_INLINE typename B::Fields face_column(const typename B::Fields& difference) const {
    const Vector a = vector(difference, P::curl_pair[0]), b = vector(difference, P::curl_pair[1]);
    typename B::Fields f;
    for (int i = 0; i < 3; ++i) {
      f[i] = dot_product(metric[i], a);
      f[3 + i] = dot_product(metric[i], b);
    }
    return f;
  }
  template <int R>
  static DGSOLVE_INLINE void volume_add(Pack<T> (&sum)[R][6], const T* panel, const T* columns, int Np) {
    curl_add(sum, panel, columns, Np);
  }
  /// The flux is tangential: where the face's normal is along ∇r_i, its component i vanishes.
  template <int R>
  static DGSOLVE_INLINE void face_add(Pack<T> (&sum)[R][6], const T* panel, const T* columns, int Nfp,
                                      int vanishing) {
    switch (vanishing) {
      case 0:
        return multiply_add<0>(sum, panel, columns, Nfp);
      case 1:
        return multiply_add<1>(sum, panel, columns, Nfp);
      case 2:
        return multiply_add<2>(sum, panel, columns, Nfp);
      default:
        return multiply_add(sum, panel, columns, Nfp);
    }
  }
  DGSOLVE_INLINE typename B::Fields result(const Pack<T> (&sum)[6]) const {
    typename B::Fields f;
    for (int p = 0; p < 2; ++p)
      for (int j = 0; j < 3; ++j)
        f[P::curl_pair[p] + j] = J * (edge_per_J[0][j] * sum[3 * p] + edge_per_J[1][j] * sum[3 * p + 1] +
                                      edge_per_J[2][j] * sum[3 * p + 2]);
    return f;
  }
};

}  // namespace DGSOLVE_NAMESPACE
