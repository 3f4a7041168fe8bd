/// Fluxes of the weak form (weak_stage.cuh) at a point, however the values there were found.
#pragma once

#include "kernels/cuda/waves/cells/face_points.cuh"
#include "kernels/cuda/waves/cells/gradient.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// Gradients of a viscous flux at a node or a point.
template <class C>
using Slopes = Vec<typename C::Real, n_gradients<typename C::Equation>()>;

template <class C>
DGSOLVE_INLINE Slopes<C> load_slopes(const Arguments<C>& arguments, int slot, int node) {
  using T = typename C::Real;
  return load<n_gradients<typename C::Equation>()>(
      gradients_at<C>(static_cast<const T*>(arguments.viscous.gradients), slot, node));
}

/// J g^d·(F − F_v) at a point of a cell, in straight cells g^d·(F − F_v); metric: [d][axis] J g^d, or g^d.
template <class C>
DGSOLVE_INLINE Vec<Fields<C>, C::Equation::dim> volume_columns(const Fields<C>& u, const Slopes<C>& slopes,
                                                               const Coefficients<C>& c,
                                                               const typename C::Real* metric) {
  using P = typename C::Equation;
  using T = typename C::Real;
  constexpr int dim = P::dim;
  Vec<Fields<C>, dim> columns;
  for (int d = 0; d < dim; ++d) {
    Vec<T, dim> gradient;
    for (int j = 0; j < dim; ++j) gradient[j] = metric[d * dim + j];
    columns[d] = P::normal_flux(u, c, gradient);
    if constexpr (has_viscous_flux<P>) add(columns[d], T(-1), P::viscous_flux(u, slopes, c, gradient));
  }
  return columns;
}

/// The record of a face in `viscous.faces`: 1 where this side takes the other's variables, else 0; 1/m.
template <class C>
DGSOLVE_INLINE const typename C::Real* viscous_face(const Arguments<C>& arguments, int slot, int face) {
  return arguments.viscous.faces + (static_cast<long long>(slot) * (C::Equation::dim + 1) + face) * 2;
}
/// Whether the gradients that count at a face are this side's: it takes the other's variables, or there is no
/// other side.
template <class C>
DGSOLVE_INLINE bool own_slopes_count(const Arguments<C>& arguments, int slot, int face, const Face& across) {
  return !has_neighbor<C>(across) || viscous_face<C>(arguments, slot, face)[0] != typename C::Real(0);
}

/// F_v*; slopes: those that count.
template <class C>
DGSOLVE_INLINE Fields<C> viscous_flux_at(const Arguments<C>& arguments, int slot, int face,
                                         const FacePoint<C>& p, const Slopes<C>& slopes) {
  using P = typename C::Equation;
  const typename C::Real per_length = viscous_face<C>(arguments, slot, face)[1];
  if (!has_neighbor<C>(p.across))
    return boundary_viscous_flux<P>(p.across.boundary - 1, p.u_m, slopes, p.data, p.n, p.c_m, per_length);
  const bool own = own_slopes_count<C>(arguments, slot, face, p.across);
  return numerical_viscous_flux<P>(own ? p.u_m : p.u_p, gradients_between<P>(slopes, p.u_m, p.u_p, p.c_m),
                                   own ? p.c_m : p.c_p, variables_jump<P>(p.u_m, p.c_m, p.u_p, p.c_p), p.n,
                                   per_length);
}

/// −sJ (F* − F_v*) at a point of a face; slopes(): the gradients there that count.
template <class C, class FindSlopes>
DGSOLVE_INLINE Fields<C> face_column(const Arguments<C>& arguments, int slot, int face, const FacePoint<C>& p,
                                     FindSlopes slopes) {
  using P = typename C::Equation;
  using T = typename C::Real;
  Fields<C> flux = P::numerical_flux(p.u_m, p.c_m, p.u_p, p.c_p, p.n, flux_parameters<C>(arguments));
  if constexpr (has_viscous_flux<P>) add(flux, T(-1), viscous_flux_at<C>(arguments, slot, face, p, slopes()));
  Fields<C> column{};
  add(column, -p.sJ, flux);
  return column;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
