/// Flow of a perfect gas, with friction or without, whose viscosity is raised in cells that shocks make rough
/// (kernels/waves/traits/artificial_viscosity.hpp): μ + ρε in place of μ, and as much more conduction of
/// heat, by the gas' Prandtl number. No case names it: it is how devices see the Euler and the Navier–Stokes
/// equations.
#pragma once

#include "kernels/physics/navier_stokes.hpp"

namespace DGSOLVE_NAMESPACE {

/// Coefficients are those of the Navier–Stokes equations.
template <int dimension, Riemann riemann = Riemann::hllc>
struct ArtificialViscosity : NavierStokes<dimension, riemann> {
  using Base = NavierStokes<dimension, riemann>;
  using ForAllFluxes = ArtificialViscosity<dimension>;  ///< kernels without a numerical flux are this one's
  using Base::dim, Base::n_gradient_variables, Base::n_coefficients;
  using typename Base::Friction;
  static constexpr bool artificial_viscosity = true;
  /// The last ones of both: ℓ, m.
  static constexpr int n_values = n_gradient_variables * dim + 1, n_along = Base::n_along + 1;
  static constexpr const char* types[2][3] = {
      {"ArtificialViscosity<2, Riemann::hllc>", "ArtificialViscosity<2, Riemann::lax_friedrichs>",
       "ArtificialViscosity<2, Riemann::roe>"},
      {"ArtificialViscosity<3, Riemann::hllc>", "ArtificialViscosity<3, Riemann::lax_friedrichs>",
       "ArtificialViscosity<3, Riemann::roe>"}};
  static constexpr const char* type = types[dim - 2][static_cast<int>(riemann)];

  template <class T>
  using Fields = typename Base::template Fields<T>;
  template <class T>
  using Coefficients = typename Base::template Coefficients<T>;
  template <class T>
  using Variables = typename Base::template Variables<T>;
  template <class T>
  using Gradients = Vec<T, n_values>;
  template <class T>
  using Along = Vec<T, n_along>;

  /// μ + ρε, Pa s.
  template <class T>
  static DGSOLVE_INLINE T total_viscosity(const Fields<T>& u, T length, const Coefficients<T>& c) {
    return Base::viscosity(u, c) + u[0] * length * max_speed<Base>(u, c);
  }

  /// The smaller pressure over the larger one: so fast an empty cell loses energy at most.
  template <class T>
  static DGSOLVE_INLINE T viscous_share(const Fields<T>& m, const Fields<T>& p, const Coefficients<T>& c) {
    const T a = Friction::Gas::pressure(m, c[0]), b = Friction::Gas::pressure(p, c[0]);
    return min_of(a, b) / max_of(a, b);
  }

  template <class T>
  static DGSOLVE_INLINE Along<T> gradients_along(const Gradients<T>& g, const Vec<T, dim>& n) {
    Along<T> along;
    Friction::put_along(g, n, along);
    along[n_along - 1] = g[n_values - 1];
    return along;
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> viscous_flux(const Fields<T>& u, const Along<T>& along,
                                               const Coefficients<T>& c) {
    return Friction::flux(u, total_viscosity(u, along[n_along - 1], c), along, c);
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> viscous_penalty(const Fields<T>& u, const Along<T>& along,
                                                  const Variables<T>& jump, const Coefficients<T>& c,
                                                  T per_length) {
    return Friction::penalty(u, total_viscosity(u, along[n_along - 1], c), jump, c, per_length);
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> boundary_viscous_flux(int type, const Fields<T>& u, const Along<T>& along,
                                                        const Variables<T>& jump, const Vec<T, dim>& n,
                                                        const Coefficients<T>& c, T per_length) {
    return Friction::boundary_flux(type, u, total_viscosity(u, along[n_along - 1], c), along, jump, n, c,
                                   per_length);
  }
  template <class T>
  static DGSOLVE_INLINE T diffusivity(const Fields<T>& u, const Coefficients<T>& c, T length) {
    return Friction::diffusivity(u, total_viscosity(u, length, c), c);
  }
};

using artificial_viscosity_systems =
    Systems<ArtificialViscosity<2>, ArtificialViscosity<2, Riemann::lax_friedrichs>,
            ArtificialViscosity<2, Riemann::roe>, ArtificialViscosity<3>,
            ArtificialViscosity<3, Riemann::lax_friedrichs>, ArtificialViscosity<3, Riemann::roe>>;

}  // namespace DGSOLVE_NAMESPACE
