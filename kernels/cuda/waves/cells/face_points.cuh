/// Points of curved cells, and of all cells where the flux is not linear: geometry, and what meets at points
/// of faces, which are numbered face by face.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// [dim·dim J·metric; 1/J] of a curved cell at a point.
template <class C>
DGSOLVE_INLINE const typename C::Real* curved_cell_at(const Arguments<C>& arguments, int slot, int q) {
  constexpr int dim = C::Equation::dim;
  return arguments.curved.cell +
         (static_cast<long long>(slot - arguments.curved.first) * C::Nq + q) * (dim * dim + 1);
}
template <class C>
DGSOLVE_INLINE typename C::Real inverse_jacobian_at(const Arguments<C>& arguments, int slot, int q) {
  constexpr int dim = C::Equation::dim;
  return curved_cell_at<C>(arguments, slot, q)[dim * dim];
}

/// Outward normal, and sJ, in straight cells sJ/J.
template <class C>
struct FaceGeometry {
  Position<C> n;
  typename C::Real sJ;
};
template <class C>
DGSOLVE_INLINE FaceGeometry<C> curved_face_at(const Arguments<C>& arguments, int slot, int point) {
  constexpr int dim = C::Equation::dim, n_points = (dim + 1) * C::Nfq;
  const typename C::Real* const from =
      arguments.curved.face +
      (static_cast<long long>(slot - arguments.curved.first) * n_points + point) * (dim + 1);
  FaceGeometry<C> geometry;
  for (int d = 0; d < dim; ++d) geometry.n[d] = from[d];
  geometry.sJ = from[dim];
  return geometry;
}
template <class C>
DGSOLVE_INLINE FaceGeometry<C> straight_face(const Arguments<C>& arguments, int slot, int face) {
  const StraightGeometry<typename C::Real, C::Equation::dim> geometry(arguments, slot);
  return {geometry.normal(face, opposite_vertex<C>(face)), geometry.f_scale(face)};
}

/// Values at point q of a face from those at its nodes; nodal(m) gives node m's.
template <class C, int n, class Nodal>
DGSOLVE_INLINE Vec<typename C::Real, n> at_face_point(const Arguments<C>& arguments, int q, Nodal nodal) {
  Vec<typename C::Real, n> sum{};
  for (int m = 0; m < C::Nfp; ++m) add(sum, arguments.curved.face_values[m * C::Nfq + q], nodal(m));
  return sum;
}
/// The state there of an element whose face nodes are `nodes`.
template <class C>
DGSOLVE_INLINE Fields<C> state_at_face_point(const Arguments<C>& arguments, int q, int slot,
                                             const unsigned short* nodes) {
  return at_face_point<C, C::Equation::n_fields>(
      arguments, q, [&](int m) { return load_state<C>(arguments, slot, nodes[m]); });
}
template <class C>
DGSOLVE_INLINE Coefficients<C> coefficients_at_face_point(const Arguments<C>& arguments, int q, int slot,
                                                          const unsigned short* nodes) {
  if constexpr (C::Equation::nodal_coefficients)
    return at_face_point<C, C::Equation::n_coefficients>(
        arguments, q, [&](int m) { return load_coefficients<C>(arguments, slot, nodes[m]); });
  else
    return load_coefficients<C>(arguments, slot, 0);
}

/// Both sides at a point of a face.
template <class C>
struct FacePoint : FaceGeometry<C> {
  Face across{};
  const unsigned short *own = nullptr, *other = nullptr;  ///< [Nfp]: its nodes, and those that meet them
  Fields<C> data{};                                       ///< that a boundary or an interface is given
  Fields<C> u_m{}, u_p{};
  Coefficients<C> c_m{}, c_p{};
};
/// own(p), other(p): the states there of this element and of the one across.
template <class C, class Own, class Other>
DGSOLVE_INLINE FacePoint<C> face_point(const Arguments<C>& arguments, int slot, int point,
                                       const FaceGeometry<C>& geometry, Own own, Other other) {
  const int face = point / C::Nfq, q = point % C::Nfq;
  FacePoint<C> p{geometry};
  p.across = arguments.traces.faces[static_cast<long long>(slot) * (C::Equation::dim + 1) + face];
  p.own = arguments.traces.face_nodes + face * C::Nfp;
  p.other = arguments.traces.neighbor_nodes + p.across.permutation * C::Nfp;
  if (p.across.boundary != 0) p.data = given_data<C>(arguments, p.across, q);
  p.u_m = own(p);
  p.c_m = coefficients_at_face_point<C>(arguments, q, slot, p.own);
  if (has_neighbor<C>(p.across)) {
    p.u_p = other(p);
    p.c_p = coefficients_at_face_point<C>(arguments, q, p.across.neighbor, p.other);
    if constexpr (C::has_interfaces)
      if (is_interface<C>(p.across)) p.u_p = across_interface<C>(p.u_p, p.data);
  } else {
    p.u_p = exterior<C>(arguments, p.across, q, p.data, p.u_m, p.c_m, p.n);
    p.c_p = p.c_m;
  }
  return p;
}
/// … from the states at nodes.
template <class C>
DGSOLVE_INLINE FacePoint<C> face_point(const Arguments<C>& arguments, int slot, int point,
                                       const FaceGeometry<C>& geometry) {
  const int q = point % C::Nfq;
  return face_point<C>(
      arguments, slot, point, geometry,
      [&](const FacePoint<C>& p) { return state_at_face_point<C>(arguments, q, slot, p.own); },
      [&](const FacePoint<C>& p) {
        return state_at_face_point<C>(arguments, q, p.across.neighbor, p.other);
      });
}

}  // namespace DGSOLVE_NAMESPACE::cuda
