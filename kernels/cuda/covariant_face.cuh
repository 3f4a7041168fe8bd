/// Geometry of a straight cell's faces in covariant components, and the flux through them.
#pragma once

#include "kernels/cuda/covariant_cell.cuh"
#include "kernels/cuda/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// What the faces of the reference tetrahedron are, as bits of constants, so that no branch asks which face
/// it is. The tangents of a face are its edges from its first vertex, in reference coordinates τ_i = E_i −
/// E_first with E_0 = 0: of a vector with covariant components a_v they see a_i − a_first with a_0 = 0.
template <class C>
struct FaceTangents {
  /// The j-th vertex of a face.
  static DGSOLVE_INLINE int vertex(int face, int j) {
    constexpr unsigned all = [] {
      unsigned bits = 0;
      for (int i = 0; i < 12; ++i) bits |= static_cast<unsigned>(C::face_vertex(i)) << 2 * i;
      return bits;
    }();
    return all >> 2 * (3 * face + j) & 3;
  }
  /// Whether ∂x/∂τ_0 × ∂x/∂τ_1 points into the cell.
  static DGSOLVE_INLINE bool points_inward(int face) {
    constexpr unsigned all = [] {
      unsigned bits = 0;
      for (int f = 0; f < 4; ++f) bits |= static_cast<unsigned>(orientation(f) < 0) << f;
      return bits;
    }();
    return all >> face & 1;
  }

 private:
  /// (E_first − E_opposite)·(τ_0 × τ_1)
  static constexpr int orientation(int face) {
    const int first = C::face_vertex(3 * face), second = C::face_vertex(3 * face + 1),
              third = C::face_vertex(3 * face + 2), opposite = 6 - first - second - third;
    int v[3][3] = {};
    const int from[3] = {opposite, first, first}, to[3] = {first, second, third};
    for (int i = 0; i < 3; ++i) {
      if (to[i] > 0) v[i][to[i] - 1] += 1;
      if (from[i] > 0) v[i][from[i] - 1] -= 1;
    }
    return v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
           v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
           v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
  }
};

/// Squared length over J of the edge between two of a cell's vertices, in its record of `edges`.
template <class T>
DGSOLVE_INLINE T squared_edge(const T* edges, int i, int j) {
  const int low = i < j ? i : j, high = i < j ? j : i;
  return edges[low == 0 ? high - 1 : low + high];
}
/// (∂x/∂r_i·∂x/∂r_j)/J of the two edges from a vertex: the law of cosines.
template <class T>
DGSOLVE_INLINE T product_of_edges(const T* edges, int from, int i, int j) {
  return T(0.5) * (squared_edge(edges, from, i) + squared_edge(edges, from, j) - squared_edge(edges, i, j));
}

template <class T>
DGSOLVE_INLINE Vec<T, 2> operator-(const Vec<T, 2>& a, const Vec<T, 2>& b) {
  return {{a[0] - b[0], a[1] - b[1]}};
}

/// What the nodes of a face share.
template <class C>
struct alignas(16) CovariantFace {
  using T = typename C::Real;
  using Tangents = FaceTangents<C>;

  Vec<T, 4>
      weights;  ///< the equation's curl_pair_weights, negative where the tangents' product points outward
  /// n×: from components along the tangents to the same, (r0 r1; r2 −r0).
  T rotation[3];

  /// edges: the cell's record.
  DGSOLVE_INLINE void prepare(const T* edges, int face, const Vec<T, 4>& curl_pair_weights) {
    const bool inward = Tangents::points_inward(face);
    const int first = Tangents::vertex(face, 0), second = Tangents::vertex(face, 1),
              third = Tangents::vertex(face, 2);
    for (int i = 0; i < 4; ++i) weights[i] = inward ? curl_pair_weights[i] : -curl_pair_weights[i];
    const T factor = inward ? -edges[6 + face] : edges[6 + face];  // ±J/|∂x/∂τ_0 × ∂x/∂τ_1|
    rotation[0] = factor * product_of_edges(edges, first, second, third);
    rotation[1] = -factor * squared_edge(edges, first, second);
    rotation[2] = factor * squared_edge(edges, first, third);
  }

  /// Puts −J times the contravariant components of n×(a − a*) and n×(b − b*) at a node, times the face's
  /// scale, in the place of the state across: what the lift adds to the curls of a and b. own, across: of the
  /// element in shared memory; met: where the pairs across are of the vertices that meet the face's.
  DGSOLVE_INLINE void replace_by_flux(const FacePlace& place, const T* own, T* across,
                                      const int (&met)[3]) const {
    const auto difference = [&](int j) { return load<2>(own + place.own[j]) - load<2>(across + met[j]); };
    const Vec<T, 2> from = difference(0), jump[2] = {difference(1) - from, difference(2) - from};
    Vec<T, 2> d[2];  // [tangent][a or b]: ∓ what a − a* and b − b* are along it
    for (int p = 0; p < 2; ++p) {
      const T j[2] = {jump[0][1 - p], jump[1][1 - p]};
      const T turned[2] = {rotation[0] * j[0] + rotation[1] * j[1], rotation[2] * j[0] - rotation[0] * j[1]};
      const T same = weights[2 * p], cross = p == 0 ? weights[1] : -weights[3];
      for (int i = 0; i < 2; ++i) d[i][p] = same * jump[i][p] + cross * turned[i];
    }
    // n×d = ±(d_0 τ_1 − d_1 τ_0)/|∂x/∂τ_0 × ∂x/∂τ_1|, and the face's scale is that area over J.
    const Vec<T, 2> pairs[4] = {d[1] - d[0], Vec<T, 2>{} - d[1], d[0], Vec<T, 2>{}};
    for (int j = 0; j < 4; ++j)
      if (place.across[j] != FacePlace::nowhere) store(pairs[j], across + place.across[j]);
  }
};

/// The exterior state at node m of a boundary face, in Cartesian components; own: the state inside.
template <class C>
DGSOLVE_INLINE Fields<C> exterior_state(const Arguments<C>& arguments, const CovariantCell<C>& cell, int slot,
                                        int face, int m, const Vec<typename C::Real, 6>& own) {
  const Face& across = arguments.faces[slot * 4LL + face];
  const Fields<C> data = given_data<C>(arguments, across, m);
  return exterior<C>(
      arguments, across, m, data, cell.to_cartesian(from_record<C>(own)),
      load_coefficients<C>(arguments, slot, 0),
      StraightGeometry<typename C::Real, 3>(arguments, slot).normal(face, opposite_vertex<C>(face)));
}

}  // namespace DGSOLVE_NAMESPACE::cuda
