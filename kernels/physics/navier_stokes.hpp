/// The Navier–Stokes equations of a perfect gas, viscous compressible flow:
///
///   ∂ρ/∂t + ∇·(ρv) = s_ρ                    ρ: kg/m³
///   ∂m/∂t + ∇·(m vᵀ) + ∇p = ∇·τ + s_m       m = ρv: kg/(m² s)
///   ∂E/∂t + ∇·((E + p) v) = ∇·(τv − q) + s_E    E = p/(γ − 1) + ½ρ|v|²: J/m³,  p = ρRT
///
/// with friction τ and conduction q as kernels/physics/gas/viscous.hpp has them.
#pragma once

#include "kernels/physics/gas/inviscid.hpp"
#include "kernels/physics/gas/viscous.hpp"

namespace DGSOLVE_NAMESPACE {

template <int dimension, Riemann riemann = Riemann::hllc>
struct NavierStokes : InviscidGas<dimension, riemann> {
  using Base = InviscidGas<dimension, riemann>;
  using ForAllFluxes = NavierStokes<dimension>;  ///< kernels without a numerical flux are this one's
  using Base::dim;
  using Friction = ViscousGas<dim>;
  static constexpr int n_coefficients = Friction::n_coefficients;
  static constexpr int n_gradient_variables = Friction::n_variables, n_along = Friction::n_along;
  static constexpr const char* types[2][3] = {
      {"NavierStokes<2, Riemann::hllc>", "NavierStokes<2, Riemann::lax_friedrichs>",
       "NavierStokes<2, Riemann::roe>"},
      {"NavierStokes<3, Riemann::hllc>", "NavierStokes<3, Riemann::lax_friedrichs>",
       "NavierStokes<3, Riemann::roe>"}};
  static constexpr const char* type = types[dim - 2][static_cast<int>(riemann)];

  template <class T>
  using Fields = typename Base::template Fields<T>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;
  template <class T>
  using Variables = Vec<T, n_gradient_variables>;
  template <class T>
  using Gradients = Vec<T, n_gradient_variables * dim>;
  template <class T>
  using Along = Vec<T, n_along>;

  template <class T>
  static DGSOLVE_INLINE Variables<T> gradient_variables(const Fields<T>& u, const Coefficients<T>& c) {
    return Friction::variables(u, c);
  }
  template <class T>
  static DGSOLVE_INLINE Along<T> gradients_along(const Gradients<T>& g, const Vec<T, dim>& n) {
    Along<T> along;
    Friction::put_along(g, n, along);
    return along;
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> viscous_flux(const Fields<T>& u, const Along<T>& along,
                                               const Coefficients<T>& c) {
    return Friction::flux(u, viscosity(u, c), along, c);
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> viscous_penalty(const Fields<T>& u, const Along<T>&,
                                                  const Variables<T>& jump, const Coefficients<T>& c,
                                                  T per_length) {
    return Friction::penalty(u, viscosity(u, c), jump, c, per_length);
  }
  template <class T>
  static DGSOLVE_INLINE Variables<T> boundary_variables(int type, const Fields<T>& u, const Fields<T>& data,
                                                        const Vec<T, dim>& n, const Coefficients<T>& c) {
    return Friction::boundary_variables(type, u, data, n, c);
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> boundary_viscous_flux(int type, const Fields<T>& u, const Along<T>& along,
                                                        const Variables<T>& jump, const Vec<T, dim>& n,
                                                        const Coefficients<T>& c, T per_length) {
    return Friction::boundary_flux(type, u, viscosity(u, c), along, jump, n, c, per_length);
  }
  template <class T>
  static DGSOLVE_INLINE T diffusivity(const Fields<T>& u, const Coefficients<T>& c) {
    return Friction::diffusivity(u, viscosity(u, c), c);
  }

  /// Pa s.
  template <class T>
  static DGSOLVE_INLINE T viscosity(const Fields<T>& u, const Coefficients<T>& c) {
    return Friction::viscosity(u, c);
  }

#ifndef DGSOLVE_KERNEL_TEXT
  static void coefficients(const double* parameters, const Units&, double* c) {
    std::copy_n(parameters, n_coefficients, c);
    if (c[5] == 0 && c[6] == 0) c[4] = 0;  // no law: μ holds at all temperatures
  }

  static EquationInfo info() {
    using enum ParameterRange;
    EquationInfo i = gas_info<dim>();
    i.equation = "navier_stokes";
    i.riemann = name_of(riemann);
    i.type = type;
    i.parameters.push_back({"viscosity", positive, true, 0, "Pa*s"});
    i.parameters.push_back({"prandtl", positive, false, 0.72, ""});
    i.parameters.push_back({"viscosity_temperature", non_negative, false, 0, "K"});
    i.parameters.push_back({"sutherland_constant", non_negative, false, 0, "K"});
    i.parameters.push_back({"viscosity_exponent", any, false, 0, ""});
    i.medium.laws = {
        {"viscosity",
         "sutherland",
         {{"mu", "viscosity"}, {"T", "viscosity_temperature"}, {"S", "sutherland_constant"}}},
        {"viscosity",
         "power",
         {{"mu", "viscosity"}, {"T", "viscosity_temperature"}, {"exponent", "viscosity_exponent", any}}}};
    i.boundary_types = GasBoundaries<dim>::viscous();
    i.exact.parameters = {{"viscosity", "1e-12"}};  // the heat that spreads the wave meanwhile is nothing
    return i;
  }
#endif
};

using navier_stokes_systems =
    Systems<NavierStokes<2>, NavierStokes<2, Riemann::lax_friedrichs>, NavierStokes<2, Riemann::roe>,
            NavierStokes<3>, NavierStokes<3, Riemann::lax_friedrichs>, NavierStokes<3, Riemann::roe>>;

}  // namespace DGSOLVE_NAMESPACE
