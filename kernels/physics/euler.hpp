/// The Euler equations of a perfect gas, inviscid compressible flow:
///
///   ∂ρ/∂t + ∇·(ρv) = s_ρ             ρ: kg/m³
///   ∂m/∂t + ∇·(m vᵀ) + ∇p = s_m      m = ρv: kg/(m² s)
///   ∂E/∂t + ∇·((E + p) v) = s_E      E = p/(γ − 1) + ½ρ|v|²: J/m³,  p = ρRT
///
/// (Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, Springer 2009, chapters 1, 3 and 6).
#pragma once

#include "kernels/physics/gas/inviscid.hpp"

namespace DGSOLVE_NAMESPACE {

template <int dimension, Riemann riemann = Riemann::hllc>
struct Euler : InviscidGas<dimension, riemann> {
  using Base = InviscidGas<dimension, riemann>;
  using ForAllFluxes = Euler<dimension>;  ///< kernels without a numerical flux are this one's
  using Base::dim;
  static constexpr int n_coefficients = 2;  ///< γ, R
  static constexpr const char* types[2][3] = {
      {"Euler<2, Riemann::hllc>", "Euler<2, Riemann::lax_friedrichs>", "Euler<2, Riemann::roe>"},
      {"Euler<3, Riemann::hllc>", "Euler<3, Riemann::lax_friedrichs>", "Euler<3, Riemann::roe>"}};
  static constexpr const char* type = types[dim - 2][static_cast<int>(riemann)];

#ifndef DGSOLVE_KERNEL_TEXT
  static void coefficients(const double* parameters, const Units&, double* c) {
    std::copy_n(parameters, n_coefficients, c);
  }

  static EquationInfo info() {
    EquationInfo i = gas_info<dim>();
    i.equation = "euler";
    i.riemann = name_of(riemann);
    i.type = type;
    i.boundary_types = GasBoundaries<dim>::inviscid();
    return i;
  }
#endif
};

using euler_systems = Systems<Euler<2>, Euler<2, Riemann::lax_friedrichs>, Euler<2, Riemann::roe>, Euler<3>,
                              Euler<3, Riemann::lax_friedrichs>, Euler<3, Riemann::roe>>;

}  // namespace DGSOLVE_NAMESPACE
