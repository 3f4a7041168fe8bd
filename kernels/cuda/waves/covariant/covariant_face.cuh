/// The faces of cells in covariant components, and the flux through them.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/cuda/waves/cells/straight_geometry.cuh"

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

template <class T>
DGSOLVE_INLINE T* bytes_behind(T* values, unsigned bytes) {
  return reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(values) + bytes);
}
template <class T>
DGSOLVE_INLINE const T* bytes_behind(const T* values, unsigned bytes) {
  return reinterpret_cast<const T*>(reinterpret_cast<const unsigned char*>(values) + bytes);
}

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

/// n× on a face, from components along its tangents to the same, with r what is returned:
///   (n×a)_0 = r_0 a_0 + r_1 a_1,   (n×a)_1 = r_2 a_0 − r_0 a_1.
/// factor: J/|∂x/∂τ_0 × ∂x/∂τ_1|, negative where that product points inward.
template <class C>
DGSOLVE_INLINE Vec<typename C::Real, 3> face_rotation(const typename C::Real* edges, int face,
                                                      typename C::Real factor) {
  const int first = FaceTangents<C>::vertex(face, 0), second = FaceTangents<C>::vertex(face, 1),
            third = FaceTangents<C>::vertex(face, 2);
  return {{factor * product_of_edges(edges, first, second, third),
           -factor * squared_edge(edges, first, second), factor * squared_edge(edges, first, third)}};
}

template <class T>
DGSOLVE_INLINE Vec<T, 2> operator-(const Vec<T, 2>& a, const Vec<T, 2>& b) {
  return {{a[0] - b[0], a[1] - b[1]}};
}

/// What the nodes of a face share. (It is an odd number of 16 bytes long: no two of eight in the same banks.)
template <class C>
struct alignas(16) CovariantFace {
  using T = typename C::Real;
  using Tangents = FaceTangents<C>;

  /// For a and b: what along the tangents (0, 1) of its jump, and of the other's, makes up ∓(a − a*):
  ///   d_0 = factor_0 jump_0 + factor_1 other_0 + factor_2 other_1,
  ///   d_1 = factor_0 jump_1 + factor_3 other_0 − factor_1 other_1.
  Vec<T, 4> factors[2];
  /// `pair_offset` of the face's vertices, of those that they meet across the face, and of the components of
  /// the flux; a byte each.
  struct Places {
    unsigned own, met, flux;
    unsigned is_flux;  ///< not 0: the flux stands in the place of the state across already
  } places;

  /// What is the same for a face of every cell, a byte each of its vertices; in the place of vertex 0 the
  /// flux's is the opposite vertex.
  template <bool of_flux>
  static DGSOLVE_INLINE unsigned places_of(int face) {
    constexpr auto word = [](int f) {
      int opposite = 6;
      for (int j = 0; j < 3; ++j) opposite -= C::face_vertex(3 * f + j);
      unsigned bytes = 0;
      for (int j = 0; j < 3; ++j) {
        const int vertex = C::face_vertex(3 * f + j);
        bytes |= pair_offset(of_flux && vertex == 0 ? opposite : vertex, sizeof(T)) << 8 * j;
      }
      return bytes;
    };
    constexpr unsigned first = word(0), second = word(1), third = word(2), fourth = word(3);
    const unsigned low = face & 1 ? second : first, high = face & 1 ? fourth : third;
    return face & 2 ? high : low;
  }

  /// edges: the cell's record; weights: the equation's curl_pair_weights; across: what the face meets.
  DGSOLVE_INLINE void prepare(const T* edges, int face, const Vec<T, 4>& weights, const Face& across) {
    const bool inward = Tangents::points_inward(face);
    // The weights share its sign.
    const Vec<T, 3> rotation = face_rotation<C>(edges, face, -edges[6 + face]);
    for (int p = 0; p < 2; ++p) {
      const T same = inward ? weights[2 * p] : -weights[2 * p];
      const T cross = p == 0 ? weights[1] : -weights[3];
      factors[p] = {{same, cross * rotation[0], cross * rotation[1], cross * rotation[2]}};
    }
    places = {places_of<false>(face), across.pairs, places_of<true>(face),
              C::has_curved && !has_neighbor<C>(across)};
    if constexpr (C::has_interfaces)
      if (is_interface<C>(across)) places.met = places.own;
  }

  /// Puts −J times the contravariant components of n×(a − a*) and n×(b − b*) at a node, times the face's
  /// scale, in the place of the state across: what the lift adds to the curls of a and b. own, across: the
  /// node's records.
  DGSOLVE_INLINE void replace_by_flux(const T* own, T* across) const {
    static_assert(
        [] {
          for (int i = 0; i < 12; ++i)
            if (i % 3 != 0 && C::face_vertex(i) == 0) return false;
          return true;
        }(),
        "vertex 0 is the first of its faces");
    const unsigned first = byte_of(places.own, 0);
    const auto across_at = [&](int j) {
      const unsigned place = byte_of(places.met, j);
      return place == no_offset ? Vec<T, 2>{} : load<2>(bytes_behind(across, place));
    };
    const Vec<T, 2> from =
        (first == no_offset ? Vec<T, 2>{} : load<2>(bytes_behind(own, first))) - across_at(0);
    const Vec<T, 2> jump[2] = {(load<2>(bytes_behind(own, byte_of(places.own, 1))) - across_at(1)) - from,
                               (load<2>(bytes_behind(own, byte_of(places.own, 2))) - across_at(2)) - from};
    Vec<T, 2> d_0, minus_d_1;  // of a and b
    for (int p = 0; p < 2; ++p) {
      const T other[2] = {jump[0][1 - p], jump[1][1 - p]};
      const Vec<T, 4>& f = factors[p];
      d_0[p] = f[0] * jump[0][p] + (f[1] * other[0] + f[2] * other[1]);
      minus_d_1[p] = (f[1] * other[1] - f[3] * other[0]) - f[0] * jump[1][p];
    }
    // n×d = ±(d_0 τ_1 − d_1 τ_0)/|∂x/∂τ_0 × ∂x/∂τ_1|, and the face's scale is that area over J.
    Vec<T, 2> minus_sum{};
    if (first != no_offset) minus_sum = {{-minus_d_1[0] - d_0[0], -minus_d_1[1] - d_0[1]}};
    store(minus_sum, bytes_behind(across, byte_of(places.flux, 0)));
    store(minus_d_1, bytes_behind(across, byte_of(places.flux, 1)));
    store(d_0, bytes_behind(across, byte_of(places.flux, 2)));
  }
};

/// The state that node m of a straight cell's boundary, or of an interface, meets, in Cartesian components;
/// own: the state inside.
template <class C>
DGSOLVE_INLINE Fields<C> exterior_state(const Arguments<C>& arguments, const CovariantCell<C>& cell, int slot,
                                        int face, int m, const Vec<typename C::Real, 6>& own) {
  const Face& across = arguments.traces.faces[slot * 4LL + face];
  const Fields<C> data = given_data<C>(arguments, across, m);
  if constexpr (C::has_interfaces)
    if (is_interface<C>(across))
      return across_interface<C>(
          load_state<C>(arguments, across.neighbor, node_across<C>(arguments, across, m)), data);
  return exterior<C>(
      arguments, across, m, data, cell.to_cartesian(from_record<C>(own)),
      load_coefficients<C>(arguments, slot, 0),
      StraightGeometry<typename C::Real, 3>(arguments, slot).normal(face, opposite_vertex<C>(face)));
}

}  // namespace DGSOLVE_NAMESPACE::cuda
