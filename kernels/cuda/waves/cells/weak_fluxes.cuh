/// Fluxes of the weak form (weak_stage.cuh) at a point, however the values there were found.
#pragma once

#include "kernels/cuda/waves/cells/face_points.cuh"
#include "kernels/cuda/waves/cells/gradient.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// Gradients of a viscous flux at a node or a point, and those along a vector.
template <class C>
using Slopes = Vec<typename C::Real, n_gradients<typename C::Equation>()>;
template <class C>
using Along = Vec<typename C::Real, n_along<typename C::Equation>()>;
template <class C>
DGSOLVE_INLINE Along<C> along(const Slopes<C>& slopes, const Position<C>& n) {
  if constexpr (has_viscous_flux<typename C::Equation>)
    return C::Equation::gradients_along(slopes, n);
  else
    return {};
}

template <class C>
DGSOLVE_INLINE Slopes<C> load_slopes(const Arguments<C>& arguments, int slot, int node) {
  using T = typename C::Real;
  return load<n_gradients<typename C::Equation>()>(
      gradients_at<C>(static_cast<const T*>(arguments.viscous.gradients), slot, node));
}

/// In single precision products take deviations from the state at the cell's first node, and fluxes' from its
/// flux: a constant flux leaves nothing in the end, but its rounding would.
template <class C>
struct BaseState {
  using T = typename C::Real;
  static constexpr bool counts = sizeof(T) < sizeof(double);
  Fields<C> state{};

  /// node_value(): at that node.
  template <class Load>
  DGSOLVE_INLINE explicit BaseState(Load node_value) {
    if constexpr (counts) state = node_value();
  }
  DGSOLVE_INLINE Fields<C> deviation(Fields<C> u) const {
    if constexpr (counts) add(u, T(-1), state);
    return u;
  }
  DGSOLVE_INLINE Fields<C> whole(Fields<C> deviation) const {
    if constexpr (counts) add(deviation, T(1), state);
    return deviation;
  }
  /// A column of fluxes without `factor` times the state's in direction g.
  DGSOLVE_INLINE Fields<C> without_flux(Fields<C> column, T factor, const Coefficients<C>& c,
                                        const Position<C>& g) const {
    if constexpr (counts) add(column, -factor, C::Equation::normal_flux(state, c, g));
    return column;
  }
};

/// g·(F − F_v) at a point.
template <class C>
DGSOLVE_INLINE Fields<C> volume_column(const Fields<C>& u, const Slopes<C>& slopes, const Coefficients<C>& c,
                                       const Position<C>& g) {
  using P = typename C::Equation;
  Fields<C> column = P::normal_flux(u, c, g);
  if constexpr (has_viscous_flux<P>)
    add(column, typename C::Real(-1), P::viscous_flux(u, along<C>(slopes, g), c));
  return column;
}
/// g^d of [d][axis].
template <class C>
DGSOLVE_INLINE Position<C> direction(const typename C::Real* metric, int d) {
  Position<C> g;
  for (int j = 0; j < C::Equation::dim; ++j) g[j] = metric[d * C::Equation::dim + j];
  return g;
}
/// J g^d·(F − F_v) at a point of a cell, in straight cells g^d·(F − F_v); metric: [d][axis] J g^d, or g^d.
template <class C>
DGSOLVE_INLINE Vec<Fields<C>, C::Equation::dim> volume_columns(const Fields<C>& u, const Slopes<C>& slopes,
                                                               const Coefficients<C>& c,
                                                               const typename C::Real* metric) {
  constexpr int dim = C::Equation::dim;
  Vec<Fields<C>, dim> columns;
  for (int d = 0; d < dim; ++d) columns[d] = volume_column<C>(u, slopes, c, direction<C>(metric, d));
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

/// Value by value: to choose between their addresses would put both into memory.
template <class T, int n>
DGSOLVE_INLINE Vec<T, n> either(bool first, const Vec<T, n>& a, const Vec<T, n>& b) {
  Vec<T, n> chosen;
  for (int i = 0; i < n; ++i) chosen[i] = first ? a[i] : b[i];
  return chosen;
}

/// F_v* between cells; along: of the gradients that count; record: viscous_face.
template <class C>
DGSOLVE_INLINE Fields<C> viscous_flux_between(const typename C::Real* record, const Fields<C>& u_m,
                                              const Coefficients<C>& c_m, const Fields<C>& u_p,
                                              const Coefficients<C>& c_p, const Along<C>& along) {
  using P = typename C::Equation;
  const bool own = record[0] != typename C::Real(0);
  return numerical_viscous_flux<P>(either(own, u_m, u_p), along_between<P>(along, u_m, u_p, c_m),
                                   either(own, c_m, c_p), variables_jump<P>(u_m, c_m, u_p, c_p), record[1]);
}
/// … at a point of any face.
template <class C>
DGSOLVE_INLINE Fields<C> viscous_flux_at(const Arguments<C>& arguments, int slot, int face,
                                         const FacePoint<C>& p, const Along<C>& along) {
  using P = typename C::Equation;
  const typename C::Real* const record = viscous_face<C>(arguments, slot, face);
  if (!has_neighbor<C>(p.across))
    return boundary_viscous_flux<P>(p.across.boundary - 1, p.u_m, along, p.data, p.n, p.c_m, record[1]);
  return viscous_flux_between<C>(record, p.u_m, p.c_m, p.u_p, p.c_p, along);
}

/// −sJ (F* − F_v*) at a point of a face; find_along(): of the gradients there that count.
template <class C, class FindAlong>
DGSOLVE_INLINE Fields<C> face_column(const Arguments<C>& arguments, int slot, int face, const FacePoint<C>& p,
                                     FindAlong find_along) {
  using P = typename C::Equation;
  using T = typename C::Real;
  Fields<C> flux = P::numerical_flux(p.u_m, p.c_m, p.u_p, p.c_p, p.n, flux_parameters<C>(arguments));
  if constexpr (has_viscous_flux<P>)
    add(flux, T(-1), viscous_flux_at<C>(arguments, slot, face, p, find_along()));
  Fields<C> column{};
  add(column, -p.sJ, flux);
  return column;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
