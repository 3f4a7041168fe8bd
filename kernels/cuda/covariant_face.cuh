/// Geometry of a straight cell in covariant components, and the flux through its faces in them.
#pragma once

#include "kernels/cuda/covariant_cell.cuh"
#include "kernels/cuda/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// The tangents of a face are its edges from its first vertex, in reference coordinates τ = E_v − E_first
/// with E_0 = 0: of a vector with covariant components a_i they see a_v − a_first with a_0 = 0.
template <class C, int face>
struct FaceTangents {
  static constexpr int first = C::face_vertex(face * 3);
  static constexpr int vertex(int i) { return C::face_vertex(face * 3 + 1 + i); }
  /// 1: ∂x/∂τ_0 × ∂x/∂τ_1 points out of the cell, −1: into it.
  static constexpr int orientation() {
    int v[3][3] = {};  // E_first − E_opposite, τ_0, τ_1
    const int opposite = 6 - first - vertex(0) - vertex(1);
    if (first > 0) v[0][first - 1] += 1;
    if (opposite > 0) v[0][opposite - 1] -= 1;
    for (int i = 0; i < 2; ++i) {
      if (vertex(i) > 0) v[1 + i][vertex(i) - 1] += 1;
      if (first > 0) v[1 + i][first - 1] -= 1;
    }
    return v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
           v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
           v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
  }
  template <class V>
  static DGSOLVE_INLINE V component(const Vec<V, 3>& covariant, int v) {
    return v == 0 ? V{} : covariant[v - 1];
  }
  template <class V>
  static DGSOLVE_INLINE V along(const Vec<V, 3>& covariant, int i) {
    return component(covariant, vertex(i)) - component(covariant, first);
  }
};

/// Calls body<face>() for a face that is known only now.
template <class Body>
DGSOLVE_INLINE void with_face(int face, Body body) {
  if (face == 0) body.template operator()<0>();
  if (face == 1) body.template operator()<1>();
  if (face == 2) body.template operator()<2>();
  if (face == 3) body.template operator()<3>();
}

/// What the nodes of a face share.
template <class C>
struct CovariantFace {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Vector = Vec<T, 3>;
  using Record = Vec<T, 6>;  ///< (a1, b1), (a2, b2), (a3, b3)

  Vec<Vector, 2> tangents;  ///< what of the state across, as it is stored there, lies along each tangent
  /// n×: from components along the tangents to the same, (r0 r1; r2 −r0).
  T rotation[3];
  Vec<T, 4> weights;  ///< the equation's curl_pair_weights

  DGSOLVE_INLINE void prepare(const Arguments<C>& arguments, const CovariantCell<C>& cell, int slot, int face,
                              const Face& across) {
    const Coefficients<C> c = load_coefficients<C>(arguments, slot, 0);
    const bool has_neighbor = across.boundary == 0;
    weights = P::curl_pair_weights(c, has_neighbor ? load_coefficients<C>(arguments, across.neighbor, 0) : c,
                                   static_cast<T>(arguments.alpha));
    with_face(face, [&]<int f>() {
      using Tangents = FaceTangents<C, f>;
      Vector edges[2];
      for (int i = 0; i < 2; ++i)
        for (int d = 0; d < 3; ++d)
          edges[i][d] = Tangents::along(Vector{{cell.edges[0][d], cell.edges[1][d], cell.edges[2][d]}}, i);
      const Vector normal = cross_product(edges[0], edges[1]);
      const T factor = Tangents::orientation() / sqrt_of(dot_product(normal, normal));
      rotation[0] = factor * dot_product(edges[0], edges[1]);
      rotation[1] = -factor * dot_product(edges[0], edges[0]);
      rotation[2] = factor * dot_product(edges[1], edges[1]);
      for (int i = 0; i < 2; ++i) tangents[i] = edges[i];  // for Cartesian components
    });
    if (has_neighbor && across.neighbor < arguments.n_straight)
      for (int i = 0; i < 2; ++i)
        tangents[i] = load<3>(arguments.neighbor_tangents + (across.permutation * 2 + i) * 3);
  }

  /// −J times the contravariant components of n×(a − a*) and n×(b − b*) at a node, times the face's scale:
  /// what the lift adds to the curls of a and b.
  DGSOLVE_INLINE Record flux(int face, const Record& own, const Record& across) const {
    Record flux{};
    with_face(face, [&]<int f>() {
      using Tangents = FaceTangents<C, f>;
      Vec<T, 2> jump[2];  // [a or b][tangent]
      for (int p = 0; p < 2; ++p)
        for (int i = 0; i < 2; ++i) {
          jump[p][i] = Tangents::along(Vector{{own[p], own[2 + p], own[4 + p]}}, i);
          for (int d = 0; d < 3; ++d) jump[p][i] -= tangents[i][d] * across[2 * d + p];
        }
      for (int p = 0; p < 2; ++p) {
        const Vec<T, 2> turned = rotated(jump[1 - p]);
        const T same = weights[2 * p], cross = p == 0 ? weights[1] : -weights[3];
        Vec<T, 2> difference;
        for (int i = 0; i < 2; ++i) difference[i] = same * jump[p][i] + cross * turned[i];
        // n×d = ±(d_0 τ_1 − d_1 τ_0)/|∂x/∂τ_0 × ∂x/∂τ_1|, and the face's scale is that area over J.
        const T d_0 = -Tangents::orientation() * difference[0],
                d_1 = -Tangents::orientation() * difference[1];
        add_at(flux, p, Tangents::vertex(1), d_0);
        add_at(flux, p, Tangents::vertex(0), -d_1);
        add_at(flux, p, Tangents::first, d_1 - d_0);
      }
    });
    return flux;
  }

 private:
  DGSOLVE_INLINE Vec<T, 2> rotated(const Vec<T, 2>& v) const {
    return {{rotation[0] * v[0] + rotation[1] * v[1], rotation[2] * v[0] - rotation[0] * v[1]}};
  }
  static DGSOLVE_INLINE void add_at(Record& record, int p, int vertex, T value) {
    if (vertex > 0) record[2 * (vertex - 1) + p] += value;
  }
};

/// The exterior state at node m of a boundary face, in Cartesian components.
template <class C>
DGSOLVE_INLINE Vec<typename C::Real, 6> exterior_record(const Arguments<C>& arguments, int slot, int face,
                                                        const Face& link, int m,
                                                        const Vec<typename C::Real, 6>& own) {
  const Fields<C> u = CovariantCell<C>(arguments, slot).to_cartesian(from_record<C>(own));
  return to_record<C>(exterior<C>(arguments, link, m, u, load_coefficients<C>(arguments, slot, 0),
                                  StraightGeometry<typename C::Real, 3>(arguments, slot).normal(face)));
}

}  // namespace DGSOLVE_NAMESPACE::cuda
