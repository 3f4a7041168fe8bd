/// A stage on a block of straight-sided cells: nodal collocation in strong form
///   Q ∂u/∂t = −Σ_i D_i F^i + LIFT·(sJ/J)(F·n − F*) + S,    F^i = ∇r_i·F
/// (Hesthaven & Warburton 2008, sections 6.2 and 10.2). Everything that meets LIFT and D is written to one
/// array of columns, the right-hand side is then one product a panel of rows, updated while in registers.
#pragma once

#include "kernels/host/block.hpp"
#include "kernels/host/products.hpp"

namespace DGSOLVE_NAMESPACE {

template <class T>
using Matrix3 = Vec<Vec<Pack<T>, 3>, 3>;

template <class T>
DGSOLVE_INLINE Vec<Pack<T>, 3> cross_product(const Vec<Pack<T>, 3>& a, const Vec<Pack<T>, 3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

template <int n, class T>
DGSOLVE_INLINE Pack<T> dot_product(const Vec<Pack<T>, n>& a, const Vec<Pack<T>, n>& b) {
  Pack<T> sum = a[0] * b[0];
  for (int i = 1; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// The generic form of the volume term: contravariant fluxes at the nodes, dim products a field.
template <class P, class T>
struct GenericForm {
  static constexpr int dim = P::dim, n_fields = P::n_fields, W = Pack<T>::width;
  static constexpr int columns_per_node = dim * n_fields;
  using B = Block<P, T>;

  Vec<Vec<Pack<T>, dim>, dim> metric;  ///< [i][j]: ∂r_i/∂x_j

  DGSOLVE_INLINE explicit GenericForm(const Vec<Vec<Pack<T>, dim>, dim>& metric) : metric(metric) {}

  /// to[Np][dim][field][lane]: −F^i.
  DGSOLVE_INLINE void volume_columns(const B& block, const typename B::Coefficients& region, T* to) const {
    for (int node = 0; node < block.tables.Np; ++node) {
      const auto u = block.state_at(node);
      const auto c = block.coefficients_at(node, region);
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
    for (int i = 0; i < 3; ++i) edge_per_J[i] = cross_product<T>(metric[(i + 1) % 3], metric[(i + 2) % 3]);
    J = Pack<T>(1) / dot_product<3, T>(metric[0], edge_per_J[0]);
  }

  static DGSOLVE_INLINE Vector vector(const typename B::Fields& u, int first) {
    return {{u[first], u[first + 1], u[first + 2]}};
  }
  /// (m_i·a, m_i·b)
  static DGSOLVE_INLINE typename B::Fields components(const Matrix3<T>& m, const Vector& a, const Vector& b) {
    typename B::Fields f;
    for (int i = 0; i < 3; ++i) {
      f[i] = dot_product<3, T>(m[i], a);
      f[3 + i] = dot_product<3, T>(m[i], b);
    }
    return f;
  }

  /// to[Np][6][lane]: covariant components over J of b, whose curl drives a, and of −a.
  DGSOLVE_INLINE void volume_columns(const B& block, const typename B::Coefficients&, T* to) const {
    Matrix3<T> minus_edge;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) minus_edge[i][j] = -edge_per_J[i][j];
    for (int node = 0; node < block.tables.Np; ++node) {
      const auto u = block.state_at(node);
      const Vector a = vector(u, P::curl_pair[0]), b = vector(u, P::curl_pair[1]);
      typename B::Fields f;
      for (int i = 0; i < 3; ++i) {
        f[i] = dot_product<3, T>(edge_per_J[i], b);
        f[3 + i] = dot_product<3, T>(minus_edge[i], a);
      }
      store(f, to + node * 6 * W);
    }
  }
  /// Contravariant components of a and b.
  DGSOLVE_INLINE typename B::Fields face_column(const typename B::Fields& difference) const {
    return components(metric, vector(difference, P::curl_pair[0]), vector(difference, P::curl_pair[1]));
  }
  template <int R>
  static DGSOLVE_INLINE void volume_add(Pack<T> (&sum)[R][6], const T* panel, const T* columns, int Np) {
    curl_add(sum, panel, columns, Np);
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

/// A block of straight cells. Form: GenericForm or CovariantForm.
template <class P, class T, template <class, class> class Form>
struct StraightBlock {
  using B = Block<P, T>;
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_faces = B::n_faces;
  static constexpr int R = rows_per_panel(n_fields);

  /// Columns, then the traces of one face from across.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t columns = tables.Np * Form<P, T>::columns_per_node + n_faces * tables.Nfp * n_fields;
    return W * (columns + tables.Nfp * (n_fields + P::n_coefficients));
  }

  /// to[n_faces·Nfp][field][lane]: (sJ/J)(F·n − F*).
  static DGSOLVE_INLINE void face_columns(const B& block, const Form<P, T>& form, const T* geometry,
                                          const typename B::Coefficients& region, T* to, T* traces) {
    const host::Tables<T>& tables = block.tables;
    T* coefficient_traces = traces + tables.Nfp * n_fields * W;
    const Pack<T> alpha(tables.alpha);
    for (int face = 0; face < n_faces; ++face) {
      const auto n = load<dim>(geometry + (dim * dim + face * (dim + 1)) * W);
      const auto f_scale = Pack<T>::load(geometry + (dim * dim + face * (dim + 1) + dim) * W);
      const int* nodes = tables.face_nodes + face * tables.Nfp;
      block.template gather<n_fields>(face, block.step.u, traces);
      typename B::Coefficients region_p;
      if constexpr (P::nodal_coefficients)
        block.template gather<P::n_coefficients>(face, tables.coefficients, coefficient_traces);
      else
        region_p = block.region_coefficients(block.neighbors(face));
      block.for_boundary_lanes(face, [&](const host::BoundaryFace& boundary) {
        for (int m = 0; m < tables.Nfp; ++m) {
          const auto u_p = block.exterior(boundary, m, block.state_at(nodes[m]), n,
                                          block.coefficients_at(nodes[m], region));
          for (int f = 0; f < n_fields; ++f) traces[(m * n_fields + f) * W + boundary.lane] = u_p[f];
        }
      });
      for (int m = 0; m < tables.Nfp; ++m) {
        const auto u_m = block.state_at(nodes[m]), u_p = load<n_fields>(traces + m * n_fields * W);
        const auto c_m = block.coefficients_at(nodes[m], region);
        auto c_p = region_p;
        if constexpr (P::nodal_coefficients)
          c_p = load<P::n_coefficients>(coefficient_traces + m * P::n_coefficients * W);
        const auto own = P::normal_flux(u_m, c_m, n);
        const auto numerical = P::numerical_flux(u_m, c_m, u_p, c_p, n, alpha);
        typename B::Fields difference;
        for (int f = 0; f < n_fields; ++f) difference[f] = f_scale * (own[f] - numerical[f]);
        store(form.face_column(difference), to + (face * tables.Nfp + m) * n_fields * W);
      }
    }
  }

  static void stage(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch) {
    const B block{tables, step, index};
    const T* geometry = tables.geometry + layout::block(index, dim * dim + n_faces * (dim + 1), W);
    Vec<Vec<Pack<T>, dim>, dim> metric;
    for (int i = 0; i < dim; ++i) metric[i] = load<dim>(geometry + i * dim * W);
    const Form<P, T> form(metric);
    typename B::Coefficients region;
    if constexpr (!P::nodal_coefficients) region = block.own_region_coefficients();

    T* volume = scratch;
    T* faces = volume + tables.Np * Form<P, T>::columns_per_node * W;
    form.volume_columns(block, region, volume);
    face_columns(block, form, geometry, region, faces, faces + n_faces * tables.Nfp * n_fields * W);

    const int depth = tables.Np * dim + n_faces * tables.Nfp;
    for_panels<R>(tables.rhs, tables.Np, depth, [&]<int rows>(int row, const T* panel) {
      Pack<T> sum[rows][n_fields];
      set_zero(sum);
      Form<P, T>::volume_add(sum, panel, volume, tables.Np);
      multiply_add(sum, panel + tables.Np * dim * rows, faces, n_faces * tables.Nfp);
#pragma GCC unroll 12
      for (int r = 0; r < rows; ++r)
        if (row + r < tables.Np)
          block.update(row + r, form.result(sum[r]), block.coefficients_at(row + r, region));
    });
  }
};

}  // namespace DGSOLVE_NAMESPACE
