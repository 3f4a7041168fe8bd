/// A stage on a block of curved cells: skew-symmetric form by quadrature, with the weight-adjusted mass
/// inverse (Chan, Hewett & Warburton, SIAM J. Sci. Comput. 39 (2017) A1935, doi:10.1137/16M1089198):
///   r = −½ Σ_i [P (J g^i·F(∂_i u)) − P_i (J g^i·F(u))] − P_f sJ (F* − ½ F(u)·n),   g^i = ∇r_i,
///   Q ∂u/∂t = P ((1/J) r) + S,
/// where P = M⁻¹VᵀW, P_i = M⁻¹D_iᵀW, P_f = M⁻¹V_fᵀW_f project from quadrature points. The energy cannot grow
/// whatever the quadrature, because volume terms cancel in pairs: F is linear (else weak.hpp).
#pragma once

#include "kernels/host/simd/products.hpp"
#include "kernels/host/waves/cells/group_model.hpp"
#include "kernels/host/waves/cells/point_geometry.hpp"

namespace DGSOLVE_NAMESPACE {

/// A block of curved cells.
template <class P, class T>
struct CurvedBlock {
  static_assert(P::linear);
  using B = Block<P, T>;
  using Update = NodeUpdate<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Coefficients = typename B::Coefficients;
  using Geometry = PointGeometry<P::dim, T, true>;
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_faces = B::n_faces;
  static constexpr int n_coefficients = P::n_coefficients;
  static constexpr int R = rows_per_panel(n_fields);

  /// Own nodal values; columns of the right-hand side; its result r; traces of one face from across.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t columns = (tables.points.Nq * (1 + dim) + n_faces * tables.points.Nfq) * n_fields;
    return W * (tables.Np * (Nodes<P, T>::values_per_node + n_fields) + columns +
                tables.Nfp * (n_fields + n_coefficients));
  }

  /// to[Nq][1 + dim][field][lane]: −½ Σ_i J g^i·F(∂_i u), then ½ J g^i·F(u) for each i.
  static DGSOLVE_INLINE void volume_columns(const host::Tables<T>& tables, const Nodes<P, T>& nodes,
                                            const Geometry& geometry, T* to) {
    for (int q = 0; q < tables.points.Nq; ++q) {
      const T* panel = tables.curved.to_points + static_cast<std::size_t>(q) * (1 + dim) * tables.Np;
      Number sum[1 + dim][n_fields];  // u, ∂_r u, …
      set_zero(sum);
      multiply_add(sum, panel, nodes.state, tables.Np);
      const Coefficients c = coefficients_at_point(tables, nodes, q);
      Fields total;
      for (int f = 0; f < n_fields; ++f) total[f] = Number(0);
      for (int i = 0; i < dim; ++i) {
        const auto gradient = scaled<dim>(geometry.gradient(q, i), Number(0.5));
        Fields u, derivative;
        for (int f = 0; f < n_fields; ++f) {
          u[f] = sum[0][f];
          derivative[f] = sum[1 + i][f];
        }
        const Fields strong = P::normal_flux(derivative, c, gradient);
        for (int f = 0; f < n_fields; ++f) total[f] -= strong[f];
        store(P::normal_flux(u, c, gradient), to + (q * (1 + dim) + 1 + i) * n_fields * W);
      }
      store(total, to + q * (1 + dim) * n_fields * W);
    }
  }

  static DGSOLVE_INLINE Coefficients coefficients_at_point(const host::Tables<T>& tables,
                                                           const Nodes<P, T>& nodes, int q) {
    if constexpr (!P::nodal_coefficients) return nodes.region;
    Coefficients c;
    for (int i = 0; i < n_coefficients; ++i) c[i] = Number(0);
    const T* panel = tables.curved.to_points + static_cast<std::size_t>(q) * (1 + dim) * tables.Np;
    for (int k = 0; k < tables.Np; ++k) {
      const Coefficients at_node = nodes.c(k);
      for (int i = 0; i < n_coefficients; ++i) c[i] += Number::broadcast(panel + k * (1 + dim)) * at_node[i];
    }
    return c;
  }

  template <int n>
  static DGSOLVE_INLINE Vec<Number, n> scaled(Vec<Number, n> v, Number factor) {
    for (int i = 0; i < n; ++i) v[i] = factor * v[i];
    return v;
  }

  /// Values at a point of a face from those at its nodes; nodal(m) gives node m's.
  template <int n, class Nodal>
  static DGSOLVE_INLINE Vec<Number, n> at_face_point(const host::Tables<T>& tables, int point, Nodal nodal) {
    Vec<Number, n> sum;
    for (int i = 0; i < n; ++i) sum[i] = Number(0);
    for (int m = 0; m < tables.Nfp; ++m) {
      const auto weight = Number::broadcast(tables.curved.face_values + point * tables.Nfp + m);
      const Vec<Number, n> v = nodal(m);
      for (int i = 0; i < n; ++i) sum[i] += weight * v[i];
    }
    return sum;
  }

  /// What meets at a quadrature point of a face.
  struct FacePoint {
    Fields u_m, u_p;
    Coefficients c_m, c_p;
    Vec<Number, dim> n;
    Number sJ;
  };

  /// Calls body(q, what meets there) for the points of a face; traces: [Nfp][n_fields +
  /// n_coefficients][lane].
  template <class Body>
  static DGSOLVE_INLINE void for_face_points(const B& block, const Nodes<P, T>& nodes, int face, T* traces,
                                             Body body) {
    const host::Tables<T>& tables = block.tables;
    const int* face_nodes = tables.faces.nodes + face * tables.Nfp;
    const Geometry geometry(tables, block.index);
    T* coefficient_traces = traces + tables.Nfp * n_fields * W;
    block.template gather<n_fields>(face, block.step.u, traces);
    FacePoint p;
    p.c_m = nodes.region;
    if constexpr (P::nodal_coefficients)
      block.template gather<n_coefficients>(face, tables.media.values, coefficient_traces);
    else
      p.c_p = block.region_coefficients(block.neighbors(face));
    for (int q = 0; q < tables.points.Nfq; ++q) {
      p.u_m = at_face_point<n_fields>(tables, q, [&](int m) { return nodes.u(face_nodes[m]); });
      p.u_p = at_face_point<n_fields>(tables, q,
                                      [&](int m) { return block.template record<n_fields>(traces, m); });
      if constexpr (P::nodal_coefficients) {
        p.c_m = at_face_point<n_coefficients>(tables, q, [&](int m) { return nodes.c(face_nodes[m]); });
        p.c_p = at_face_point<n_coefficients>(
            tables, q, [&](int m) { return block.template record<n_coefficients>(coefficient_traces, m); });
      }
      p.n = geometry.normal(face, q);
      p.sJ = geometry.sJ(face, q);
      block.for_boundary_lanes(face, [&](const host::BoundaryFace& boundary) {
        if (boundary.is_interface()) [[unlikely]] {
          for (int f = 0; f < n_fields; ++f) p.u_p[f].v[boundary.lane] += block.data_at(boundary, q, f);
          return;
        }
        const auto exterior = block.exterior(boundary, q, p.u_m, p.n, p.c_m);
        for (int f = 0; f < n_fields; ++f) p.u_p[f].v[boundary.lane] = exterior[f];
      });
      body(q, p);
    }
  }

  /// to[n_faces·Nfq][field][lane]: −sJ (F* − ½ F(u)·n).
  static DGSOLVE_INLINE void face_columns(const B& block, const Nodes<P, T>& nodes, T* to, T* traces) {
    const auto parameters = flux_parameters<P, Number>(block.tables);
    for (int face = 0; face < n_faces; ++face)
      for_face_points(block, nodes, face, traces, [&](int, const FacePoint& p) {
        const Fields own = P::normal_flux(p.u_m, p.c_m, p.n);
        const Fields difference = flux_difference<P>(p.u_m, p.c_m, p.u_p, p.c_p, p.n, parameters);
        Fields g;
        for (int f = 0; f < n_fields; ++f) g[f] = p.sJ * (difference[f] - Number(0.5) * own[f]);
        store(g, to);
        to += n_fields * W;
      });
  }

  static DGSOLVE_NOINLINE void stage(const B& block, const Update& update, T* scratch) {
    const host::Tables<T>& tables = block.tables;
    const int Np = tables.Np, Nq = tables.points.Nq;
    const Geometry geometry(tables, block.index);
    const Nodes<P, T> nodes(block, scratch);

    T* columns = scratch + Np * Nodes<P, T>::values_per_node * W;
    T* face_part = columns + Nq * (1 + dim) * n_fields * W;
    T* r = face_part + n_faces * tables.points.Nfq * n_fields * W;
    volume_columns(tables, nodes, geometry, columns);
    face_columns(block, nodes, face_part, r + Np * n_fields * W);

    for_rows<R, n_fields>(tables.curved.rhs, Np, Nq * (1 + dim) + n_faces * tables.points.Nfq, columns,
                          [&](int node, const Fields& f) { store(f, r + node * n_fields * W); });
    for_rows<R, n_fields>(tables.points.values, Nq, Np, r, [&](int q, const Fields& f) {
      store(scaled<n_fields>(f, geometry.inverse_jacobian(q)), columns + q * n_fields * W);
    });
    for_products<R, n_fields>(
        tables.curved.project, Np, Nq, columns,
        [&](int first, int last, const T* divergences) { update(block, nodes, first, last, divergences); });
  }
};

}  // namespace DGSOLVE_NAMESPACE
