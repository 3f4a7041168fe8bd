/// The optional trait of a viscous flux, and its numerical flux between cells and at boundaries, at a point.
///
/// F(u) − F_v(u, ∇w) depends on the gradients of n_gradient_variables variables w of the state:
///   w = P::gradient_variables(u, c),   F_v·n = P::viscous_flux(u, G n, c) for any vector n,
/// where G n = P::gradients_along(∇w, n) is linear in ∇w and in n: at a plane face fewer values than ∇w.
/// Gradients stand variable by variable, [w][axis], behind them the length of an artificial viscosity
/// (kernels/waves/traits/artificial_viscosity.hpp), which stands behind G n too. P::diffusivity(u, c), m²/s,
/// is that of the fastest diffusion.
#pragma once

#include "kernels/waves/traits/artificial_viscosity.hpp"
#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P>
inline constexpr bool has_viscous_flux = requires {
  P::n_gradient_variables;
};
/// Values of the gradients at a point.
template <class P>
constexpr int n_gradients() {
  if constexpr (has_viscous_flux<P>)
    return P::n_gradient_variables * P::dim + (has_artificial_viscosity<P> ? 1 : 0);
  else
    return 0;
}

/// [w] = w_p − w_m
template <class P, class T>
DGSOLVE_INLINE auto variables_jump(const Vec<T, P::n_fields>& u_m, const Vec<T, P::n_coefficients>& c_m,
                                   const Vec<T, P::n_fields>& u_p, const Vec<T, P::n_coefficients>& c_p) {
  auto jump = P::gradient_variables(u_p, c_p);
  const auto own = P::gradient_variables(u_m, c_m);
  for (int i = 0; i < P::n_gradient_variables; ++i) jump[i] -= own[i];
  return jump;
}

/// … at a boundary of a type, where w_p is P::boundary_variables(type, u, data, n, c).
template <class P, class T>
DGSOLVE_INLINE auto boundary_variables_jump(int type, const Vec<T, P::n_fields>& u,
                                            const Vec<T, P::n_fields>& data, const Vec<T, P::dim>& n,
                                            const Vec<T, P::n_coefficients>& c) {
  auto jump = P::boundary_variables(type, u, data, n, c);
  const auto own = P::gradient_variables(u, c);
  for (int i = 0; i < P::n_gradient_variables; ++i) jump[i] -= own[i];
  return jump;
}

/// Values of G n.
template <class P>
constexpr int n_along() {
  if constexpr (has_viscous_flux<P>)
    return P::n_along;
  else
    return 0;
}
/// G n between two states, of which an artificial viscosity takes what the emptier one can give
/// (P::viscous_share).
template <class P, class T>
DGSOLVE_INLINE Vec<T, n_along<P>()> along_between(Vec<T, n_along<P>()> along, const Vec<T, P::n_fields>& u_m,
                                                  const Vec<T, P::n_fields>& u_p,
                                                  const Vec<T, P::n_coefficients>& c) {
  constexpr int length = n_along<P>() - 1;
  if constexpr (has_artificial_viscosity<P>) along[length] = along[length] * P::viscous_share(u_m, u_p, c);
  return along;
}

/// F_v* between two cells of altitude h or more: F_v·n of the side whose gradients count, and a penalty
/// P::viscous_penalty(u, G n, [w], c, 1/h) (LDG; Cockburn & Shu, SIAM J. Numer. Anal. 35 (1998) 2440).
template <class P, class T>
DGSOLVE_INLINE Vec<T, P::n_fields> numerical_viscous_flux(const Vec<T, P::n_fields>& u,
                                                          const Vec<T, n_along<P>()>& along,
                                                          const Vec<T, P::n_coefficients>& c,
                                                          const Vec<T, P::n_gradient_variables>& jump,
                                                          T per_length) {
  auto flux = P::viscous_flux(u, along, c);
  const auto penalty = P::viscous_penalty(u, along, jump, c, per_length);
  for (int i = 0; i < P::n_fields; ++i) flux[i] += penalty[i];
  return flux;
}

/// … at a boundary of a type: P::boundary_viscous_flux(type, u, G n, [w], n, c, 1/h).
template <class P, class T>
DGSOLVE_INLINE Vec<T, P::n_fields> boundary_viscous_flux(int type, const Vec<T, P::n_fields>& u,
                                                         const Vec<T, n_along<P>()>& along,
                                                         const Vec<T, P::n_fields>& data,
                                                         const Vec<T, P::dim>& n,
                                                         const Vec<T, P::n_coefficients>& c, T per_length) {
  return P::boundary_viscous_flux(type, u, along, boundary_variables_jump<P>(type, u, data, n, c), n, c,
                                  per_length);
}

}  // namespace DGSOLVE_NAMESPACE
