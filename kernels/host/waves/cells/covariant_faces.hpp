/// Fields of curved cells of an equation with a curl pair (kernels/waves/traits/equation.hpp) in covariant
/// components, û_i = u·∂x/∂r_i, at their nodes and on their faces. Six values of a and b stand in this order,
/// whatever their order among the fields.
#pragma once

#include "kernels/host/waves/cells/forms.hpp"

namespace DGSOLVE_NAMESPACE {

/// A block's own values at its nodes, in scratch space.
template <class P, class T>
struct CovariantNodes {
  static_assert(P::dim == 3 && P::n_fields == 6 && !P::nodal_coefficients);
  using B = Block<P, T>;
  using Fields = typename B::Fields;
  static constexpr int W = B::W, map_values = 9;

  const T* maps;    ///< [Np][i][axis][lane]: ∂x/∂r_i
  const T* values;  ///< [Np][6][lane]

  /// scratch: [Np][6][lane]
  DGSOLVE_INLINE CovariantNodes(const B& block, const Nodes<P, T>& nodes, T* scratch)
      : maps(block.tables.covariant.maps +
             layout::block(block.index - block.tables.curved.first_block, block.tables.Np * map_values, W)),
        values(scratch) {
    const int Np = block.tables.Np;
    for (int node = 0; node < Np; ++node) {
      prefetch(maps + (Np + node) * map_values * W, map_values * W);  // of the next block
      store(to_covariant(node, nodes.u(node)), scratch + node * 6 * W);
    }
  }

  DGSOLVE_INLINE const T* at(int node) const { return values + node * 6 * W; }
  DGSOLVE_INLINE Matrix3<T> map(int node) const {
    Matrix3<T> tangents;
    for (int i = 0; i < 3; ++i) tangents[i] = load<3>(maps + (node * map_values + i * 3) * W);
    return tangents;
  }
  DGSOLVE_INLINE Fields to_covariant(int node, const Fields& u) const {
    const Matrix3<T> tangents = map(node);
    Fields covariant;
    for (int p = 0; p < 2; ++p)
      for (int i = 0; i < 3; ++i)
        covariant[3 * p + i] = dot_product(tangents[i], CovariantForm<P, T>::vector(u, P::curl_pair[p]));
    return covariant;
  }
  /// u = Σ_i û_i ∇r_i, ∇r_i = ∂x/∂r_j × ∂x/∂r_l / J, (i, j, l) cyclic.
  DGSOLVE_INLINE Fields to_cartesian(int node, const Fields& covariant) const {
    const Matrix3<T> tangents = map(node);
    Matrix3<T> normals;
    for (int i = 0; i < 3; ++i) normals[i] = cross_product(tangents[(i + 1) % 3], tangents[(i + 2) % 3]);
    const auto inverse_J = Pack<T>(1) / dot_product(tangents[0], normals[0]);
    Fields u;
    for (int p = 0; p < 2; ++p)
      for (int axis = 0; axis < 3; ++axis)
        u[P::curl_pair[p] + axis] =
            inverse_J * (covariant[3 * p] * normals[0][axis] + covariant[3 * p + 1] * normals[1][axis] +
                         covariant[3 * p + 2] * normals[2][axis]);
    return u;
  }
};

/// A face of a block's cells, with the coordinates τ_k = E_(vertex k+1) − E_(vertex 0), E_0 = 0, E_i along
/// r_i. Traces are tangential components u·∂x/∂τ_k: a_0, a_1, b_0, b_1, which both sides of a face have
/// alike.
template <class P, class T>
struct CovariantFace {
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Traces = Vec<Number, 4>;
  static constexpr int W = B::W, edge_values = 10;

  const int* vertex;
  Number outward;            ///< s: 1 or −1
  Number turn[3];            ///< s A_00, s A_01, s A_11 of A = √g g⁻¹, g_kl = ∂x/∂τ_k·∂x/∂τ_l
  Vec<Number, 4> weights{};  ///< P::curl_pair_weights

  DGSOLVE_INLINE CovariantFace(const B& block, int face, const typename B::Coefficients& c)
      : vertex(block.tables.covariant.vertices[face]),
        outward(Number::broadcast(block.tables.covariant.outward + face)),
        weights(P::curl_pair_weights(c, block.region_coefficients(block.neighbors(face)),
                                     flux_parameters<P, Number>(block.tables))) {
    constexpr int edge[4][4] = {{-1, 0, 1, 2}, {0, -1, 3, 4}, {1, 3, -1, 5}, {2, 4, 5, -1}};
    const T* edges = block.tables.covariant.edges +
                     layout::block(block.index - block.tables.curved.first_block, edge_values, W);
    const auto length2 = [&](int i, int j) { return Number::load(edges + edge[vertex[i]][vertex[j]] * W); };
    const Number g00 = length2(0, 1), g11 = length2(0, 2), g01 = Number(0.5) * (g00 + g11 - length2(1, 2));
    const Number factor = outward * Number::load(edges + (6 + face) * W);
    turn[0] = factor * g11;
    turn[1] = -(factor * g01);
    turn[2] = factor * g00;
  }

  DGSOLVE_INLINE Traces of_covariant(const T* at_node) const {
    Traces traces;
    for (int p = 0; p < 2; ++p)
      for (int k = 0; k < 2; ++k) {
        traces[2 * p + k] = Number::load(at_node + (3 * p + vertex[k + 1] - 1) * W);
        if (vertex[0] > 0) traces[2 * p + k] -= Number::load(at_node + (3 * p + vertex[0] - 1) * W);
      }
    return traces;
  }
  /// map: [i][axis][lane] ∂x/∂r_i there.
  DGSOLVE_INLINE Traces of_cartesian(const T* map, const Fields& u) const {
    Traces traces;
    for (int k = 0; k < 2; ++k) {
      auto tangent = load<3>(map + (vertex[k + 1] - 1) * 3 * W);
      if (vertex[0] > 0)
        for (int axis = 0; axis < 3; ++axis)
          tangent[axis] -= Number::load(map + ((vertex[0] - 1) * 3 + axis) * W);
      for (int p = 0; p < 2; ++p)
        traces[2 * p + k] = dot_product(tangent, CovariantForm<P, T>::vector(u, P::curl_pair[p]));
    }
    return traces;
  }

  /// a − a*, b − b*
  DGSOLVE_INLINE Traces difference(const Traces& jump) const {
    const auto n_x = [&](int k) {
      return Vec<Number, 2>{
          {-(turn[1] * jump[k] + turn[2] * jump[k + 1]), turn[0] * jump[k] + turn[1] * jump[k + 1]}};
    };
    const Vec<Number, 2> n_x_a = n_x(0), n_x_b = n_x(2);
    Traces difference;
    for (int k = 0; k < 2; ++k) {
      difference[k] = weights[0] * jump[k] + weights[1] * n_x_b[k];
      difference[2 + k] = weights[2] * jump[2 + k] - weights[3] * n_x_a[k];
    }
    return difference;
  }
  /// −√g n×a, −√g n×b: contravariant components up to J, along the tangents.
  DGSOLVE_INLINE Traces minus_n_x(const Traces& x) const {
    return {{outward * x[1], -(outward * x[0]), outward * x[3], -(outward * x[2])}};
  }

  /// The component that columns lack, −1: none.
  DGSOLVE_INLINE int vanishing() const { return vertex[0] > 0 ? -1 : 5 - vertex[1] - vertex[2]; }
  /// A column along the tangents to one along the r_i; to: [6][lane].
  DGSOLVE_INLINE void put(const Traces& column, T* to) const {
    for (int p = 0; p < 2; ++p) {
      for (int k = 0; k < 2; ++k) column[2 * p + k].store(to + (3 * p + vertex[k + 1] - 1) * W);
      if (vertex[0] > 0) (-(column[2 * p] + column[2 * p + 1])).store(to + (3 * p + vertex[0] - 1) * W);
    }
  }
  /// … of one lane.
  DGSOLVE_INLINE void put_lane(const Traces& column, int lane, T* to) const {
    for (int p = 0; p < 2; ++p) {
      for (int k = 0; k < 2; ++k) to[(3 * p + vertex[k + 1] - 1) * W + lane] = column[2 * p + k].v[lane];
      if (vertex[0] > 0)
        to[(3 * p + vertex[0] - 1) * W + lane] = -(column[2 * p].v[lane] + column[2 * p + 1].v[lane]);
    }
  }
};

/// The states that meet at a quadrature point of a face at a boundary, in one lane, with the true tangents.
template <class P, class T>
struct CovariantBoundaryPoint {
  using Fields = Vec<T, P::n_fields>;
  using Coefficients = Vec<T, P::n_coefficients>;

  Vec<T, 3> n, dual[2];  ///< dual_k·∂x/∂τ_l = δ_kl
  T sJ;
  Fields u_m, u_p;  ///< tangential
  Coefficients c;

  DGSOLVE_INLINE CovariantBoundaryPoint(const Block<P, T>& block, const host::BoundaryFace& boundary, int q,
                                        const Vec<T, 4>& traces, const Coefficients& c)
      : c(c) {
    const double* tangents = block.tables.faces.boundary_points.tangents + (boundary.first_point + q) * 6;
    const Vec<double, 3> t0{{tangents[0], tangents[1], tangents[2]}},
        t1{{tangents[3], tangents[4], tangents[5]}};
    const Vec<double, 3> normal = cross_product(t0, t1);
    const double area2 = dot_product(normal, normal), area = sqrt_of(area2), g00 = dot_product(t0, t0),
                 g01 = dot_product(t0, t1), g11 = dot_product(t1, t1),
                 outward = block.tables.covariant.outward[boundary.face];
    sJ = static_cast<T>(area);
    for (int axis = 0; axis < 3; ++axis) {
      n[axis] = static_cast<T>(outward * normal[axis] / area);
      dual[0][axis] = static_cast<T>((g11 * t0[axis] - g01 * t1[axis]) / area2);
      dual[1][axis] = static_cast<T>((g00 * t1[axis] - g01 * t0[axis]) / area2);
      for (int p = 0; p < 2; ++p)
        u_m[P::curl_pair[p] + axis] = traces[2 * p] * dual[0][axis] + traces[2 * p + 1] * dual[1][axis];
    }
    u_p = block.exterior(boundary, q, u_m, n, c);
  }

  /// As CovariantFace::minus_n_x of a − a* and b − b*.
  DGSOLVE_INLINE Vec<T, 4> column(const Vec<T, P::n_flux_parameters>& parameters) const {
    const Fields flux = flux_difference<P>(u_m, c, u_p, c, n, parameters);
    Vec<T, 4> column;
    for (int k = 0; k < 2; ++k) {
      T along_a = 0, along_b = 0;
      for (int axis = 0; axis < 3; ++axis) {
        along_a += dual[k][axis] * flux[P::curl_pair[0] + axis];
        along_b += dual[k][axis] * flux[P::curl_pair[1] + axis];
      }
      column[k] = -(sJ * along_b);
      column[2 + k] = sJ * along_a;
    }
    return column;
  }
};

/// Calls body(boundary face, q, CovariantBoundaryPoint) for the quadrature points of a face in lanes that are
/// at a boundary.
template <class P, class T, class Body>
DGSOLVE_INLINE void for_boundary_points(const Block<P, T>& block, const Nodes<P, T>& nodes,
                                        const CovariantNodes<P, T>& own, int number,
                                        const CovariantFace<P, T>& face, Body body) {
  const host::Tables<T>& tables = block.tables;
  const int* face_nodes = tables.faces.nodes + number * tables.Nfp;
  for (int q = 0; q < tables.points.Nfq; ++q) {
    typename CovariantFace<P, T>::Traces traces;
    for (int i = 0; i < 4; ++i) traces[i] = Pack<T>(0);
    for (int m = 0; m < tables.Nfp; ++m) {
      const auto weight = Pack<T>::broadcast(tables.curved.face_values + q * tables.Nfp + m);
      const auto at_node = face.of_covariant(own.at(face_nodes[m]));
      for (int i = 0; i < 4; ++i) traces[i] += weight * at_node[i];
    }
    block.for_boundary_lanes(number, [&](const host::BoundaryFace& boundary) {
      if (boundary.is_interface()) return;
      const int lane = boundary.lane;
      body(boundary, q,
           CovariantBoundaryPoint<P, T>(block, boundary, q, lane_of(traces, lane),
                                        lane_of(nodes.region, lane)));
    });
  }
}

}  // namespace DGSOLVE_NAMESPACE
