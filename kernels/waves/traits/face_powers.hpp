/// What the powers on a face are made of, at a point of it: products of a state and a flux, powers per area.
/// With the numerical flux F* what the face takes from the cell on this side is u·(F* − ½F·n), since volume
/// terms cancel in pairs (Hesthaven & Warburton, J. Comput. Phys. 181 (2002) 186, section 5).
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

/// F* − ½F·n, whose product with u_m is what a face takes; where volume terms are counted by themselves,
/// without their share: F* − F·n.
template <class P, bool with_volume_terms, class T>
DGSOLVE_INLINE Vec<T, P::n_fields> taken_flux(const Vec<T, P::n_fields>& u_m,
                                              const Vec<T, P::n_coefficients>& c_m,
                                              const Vec<T, P::n_fields>& u_p,
                                              const Vec<T, P::n_coefficients>& c_p, const Vec<T, P::dim>& n,
                                              const Vec<T, P::n_flux_parameters>& parameters) {
  const auto difference = flux_difference<P>(u_m, c_m, u_p, c_p, n, parameters);
  const auto own = P::normal_flux(u_m, c_m, n);
  Vec<T, P::n_fields> flux;
  for (int f = 0; f < P::n_fields; ++f)
    flux[f] = (with_volume_terms ? T(0.5) * own[f] : T(0)) - difference[f];
  return flux;
}

/// ½(u_m − u_p), and with a minus what the other side of the face has. Of such states the two sides of a face
/// take together what the numerical flux damps of the jump, whatever brought the jump about.
template <int n, class T>
DGSOLVE_INLINE Vec<T, n> half_jump(const Vec<T, n>& u_m, const Vec<T, n>& u_p, T sign = T(1)) {
  Vec<T, n> half;
  for (int f = 0; f < n; ++f) half[f] = T(0.5) * sign * (u_m[f] - u_p[f]);
  return half;
}

/// The waves through a boundary, out or in: F* = ½A(u_m + u_p) + ½α|A|(u_m − u_p) is A⁺u⁺ + A⁻u⁻ with
/// u± = ½(1±α)u_m + ½(1∓α)u_p, and upwind fluxes between such a state and none are A⁺u⁺ and A⁻u⁻.
template <class P, bool out, class T>
struct BoundaryWave {
  using Fields = Vec<T, P::n_fields>;
  using FluxParameters = Vec<T, P::n_flux_parameters>;

  T share;                ///< of u_m
  FluxParameters upwind;  ///< of the numerical flux with α = 1

  DGSOLVE_INLINE explicit BoundaryWave(const FluxParameters& parameters)
      : upwind(upwind_flux<P>(parameters)) {
    const T alpha = upwind_share<P>(parameters);
    share = T(0.5) * (T(1) + (out ? alpha : -alpha));
  }

  /// u⁺ or u⁻.
  DGSOLVE_INLINE Fields state(const Fields& u_m, const Fields& u_p) const {
    Fields state;
    for (int f = 0; f < P::n_fields; ++f) state[f] = share * u_m[f] + (T(1) - share) * u_p[f];
    return state;
  }
  /// ½A⁺u⁺ or −½A⁻u⁻, whose product with that state is what the waves carry.
  DGSOLVE_INLINE Fields flux(const Fields& state, const Vec<T, P::n_coefficients>& c,
                             const Vec<T, P::dim>& n) const {
    Fields none;
    for (int f = 0; f < P::n_fields; ++f) none[f] = T(0);
    Fields flux = out ? P::numerical_flux(state, c, none, c, n, upwind)
                      : P::numerical_flux(none, c, state, c, n, upwind);
    for (int f = 0; f < P::n_fields; ++f) flux[f] = T(out ? 0.5 : -0.5) * flux[f];
    return flux;
  }
};

}  // namespace DGSOLVE_NAMESPACE
