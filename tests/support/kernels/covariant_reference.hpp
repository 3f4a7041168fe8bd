/// Covariant components written out, for what random problems are held to.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/waves/cells/covariant_geometry.hpp"
#include "tests/support/kernels/random_problem.hpp"

namespace dgsolve::test {

/// [i]: ∂x/∂r_i at a point.
using Map = Vec<Vec<double, 3>, 3>;

inline Map map_at(const std::vector<double>& tangents, std::size_t point) {
  Map map;
  for (int i = 0; i < 3; ++i)
    for (int axis = 0; axis < 3; ++axis) map[i][axis] = tangents[(point * 3 + i) * 3 + axis];
  return map;
}
inline double jacobian_of(const Map& map) { return dot_product(map[0], cross_product(map[1], map[2])); }

inline Vec<double, 3> to_covariant(const Map& map, const Vec<double, 3>& v) {
  Vec<double, 3> covariant;
  for (int i = 0; i < 3; ++i) covariant[i] = dot_product(map[i], v);
  return covariant;
}
/// Σ_i v_i ∇r_i
inline Vec<double, 3> to_cartesian(const Map& map, const Vec<double, 3>& covariant) {
  Vec<double, 3> v{};
  for (int i = 0; i < 3; ++i) {
    const Vec<double, 3> normal = cross_product(map[(i + 1) % 3], map[(i + 2) % 3]);
    for (int axis = 0; axis < 3; ++axis) v[axis] += covariant[i] * normal[axis] / jacobian_of(map);
  }
  return v;
}
/// Σ_l (∂x/∂r_i·∂x/∂r_l)/J v_l
inline double weight(const Map& map, int i, int l) { return dot_product(map[i], map[l]) / jacobian_of(map); }
inline Vec<double, 3> weighted(const Map& map, const Vec<double, 3>& v) {
  Vec<double, 3> result{};
  for (int i = 0; i < 3; ++i)
    for (int l = 0; l < 3; ++l) result[i] += weight(map, i, l) * v[l];
  return result;
}

/// One of the two vectors that a curl ties.
template <class P>
Vec<double, 3> part(const Vec<double, P::n_fields>& u, int which) {
  const int first = P::curl_pair[which];
  return {{u[first], u[first + 1], u[first + 2]}};
}

struct VectorPair {
  Vec<double, 3> a{}, b{};

  void add(double factor, const VectorPair& other) {
    for (int i = 0; i < 3; ++i) {
      a[i] += factor * other.a[i];
      b[i] += factor * other.b[i];
    }
  }
};

/// A face of the reference cell with its tangents τ_k = E_(vertex k+1) − E_(vertex 0).
struct ReferenceFace {
  Vec<double, 3> tau[2];
  double outward;  ///< 1 where τ_0×τ_1 points out of the cell, else −1

  template <class P>
  ReferenceFace(const RandomProblem<P>& p, int face) {
    const auto corner = [&](int j) {
      Vec<double, 3> E{};
      if (const int v = p.face_vertices[face * 3 + j]; v > 0) E[v - 1] = 1;
      return E;
    };
    const Vec<double, 3> first = corner(0);
    for (int k = 0; k < 2; ++k) {
      tau[k] = corner(k + 1);
      for (int i = 0; i < 3; ++i) tau[k][i] -= first[i];
    }
    // From the cell's centre to the face's first corner.
    const Vec<double, 3> out{{first[0] - 0.25, first[1] - 0.25, first[2] - 0.25}};
    outward = dot_product(out, cross_product(tau[0], tau[1])) > 0 ? 1 : -1;
  }
  Vec<double, 3> tangent(const Map& map, int k) const {
    Vec<double, 3> t{};
    for (int i = 0; i < 3; ++i)
      for (int axis = 0; axis < 3; ++axis) t[axis] += tau[k][i] * map[i][axis];
    return t;
  }
  /// Contravariant components of c_0 τ_0 + c_1 τ_1.
  Vec<double, 3> along(const Vec<double, 2>& c) const {
    Vec<double, 3> v;
    for (int i = 0; i < 3; ++i) v[i] = c[0] * tau[0][i] + c[1] * tau[1][i];
    return v;
  }
};

struct Metric2 {
  double of_00, of_01, of_11;
};

/// √g g⁻¹ of a face's chords over what keeps the penalty no larger than the true metric would have it.
inline Metric2 penalty_metric(const WaveProblem& problem, int e, int face) {
  std::vector<double> edges(CovariantGeometry::edge_values);
  CovariantGeometry(problem).edges(e, edges.data());
  constexpr int from[] = {0, 0, 0, 1, 1, 2}, to[] = {1, 2, 3, 2, 3, 3};
  const auto length2 = [&](int i, int j) {
    const int *v = &problem.reference.face_vertices[face * 3], low = std::min(v[i], v[j]),
              high = std::max(v[i], v[j]);
    int edge = 0;
    while (from[edge] != low || to[edge] != high) ++edge;
    return edges[edge];
  };
  const double g00 = length2(0, 1), g11 = length2(0, 2), g01 = (g00 + g11 - length2(1, 2)) / 2;
  const double factor = edges[6 + face];
  return {factor * g11, -factor * g01, factor * g00};
}

}  // namespace dgsolve::test
