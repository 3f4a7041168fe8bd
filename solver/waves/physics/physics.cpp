#include "solver/waves/physics/physics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/physics/advection.hpp"
#include "kernels/physics/artificial_viscosity.hpp"
#include "kernels/physics/euler.hpp"
#include "kernels/physics/maxwell.hpp"
#include "kernels/physics/navier_stokes.hpp"

namespace dgsolve {
namespace {

/// The row of a flow.
template <class Flow, class Viscous>
Physics flow_of() {
  Physics flow = physics_of<Flow>();
  flow.with_artificial_viscosity = {"kernels/physics/artificial_viscosity.hpp", Viscous::type,
                                    Viscous::n_coefficients, n_gradients<Viscous>(),
                                    [](const double* of_flow, double* c) {
                                      constexpr int prandtl = 3;
                                      constexpr double of_air = 0.72;
                                      std::fill_n(c, Viscous::n_coefficients, 0.0);
                                      c[prandtl] = of_air;
                                      std::copy_n(of_flow, Flow::n_coefficients, c);
                                    }};
  return flow;
}
template <int dim, Riemann riemann>
Physics euler() {
  return flow_of<Euler<dim, riemann>, ArtificialViscosity<dim, riemann>>();
}
template <int dim, Riemann riemann>
Physics navier_stokes() {
  return flow_of<NavierStokes<dim, riemann>, ArtificialViscosity<dim, riemann>>();
}

}  // namespace

void check_range(const ParameterInfo& parameter, const std::string& key, double value) {
  struct Range {
    bool holds;
    const char* text;
  };
  const Range ranges[] = {{true, "a finite number"},
                          {value > 0, "a number > 0"},
                          {value >= 0, "a number >= 0"},
                          {value >= 0 && value <= 1, "a number from 0 to 1"},
                          {value > 1, "a number > 1"}};
  const auto [holds, text] = ranges[static_cast<int>(parameter.range)];  // in the order of ParameterRange
  if (!holds || !std::isfinite(value))
    throw std::invalid_argument(
        fmt::format("{}.{}: takes the value {:f} in a cell; expected {}", key, parameter.name, value, text));
}

std::span<const Physics> physics_registry() {
  static const Physics rows[] = {
      physics_of<Maxwell<Formulation::full>>(),
      physics_of<Maxwell<Formulation::tm>>(),
      physics_of<Maxwell<Formulation::te>>(),
      physics_of<Advection<2>>(),
      physics_of<Advection<3>>(),
      euler<2, Riemann::hllc>(),
      euler<2, Riemann::lax_friedrichs>(),
      euler<2, Riemann::roe>(),
      euler<3, Riemann::hllc>(),
      euler<3, Riemann::lax_friedrichs>(),
      euler<3, Riemann::roe>(),
      navier_stokes<2, Riemann::hllc>(),
      navier_stokes<2, Riemann::lax_friedrichs>(),
      navier_stokes<2, Riemann::roe>(),
      navier_stokes<3, Riemann::hllc>(),
      navier_stokes<3, Riemann::lax_friedrichs>(),
      navier_stokes<3, Riemann::roe>(),
  };
  return rows;
}

const Physics& find_physics(const std::string& equation, int dim, const std::string& formulation,
                            const std::string& riemann, std::span<const Physics> among) {
  std::string available;
  for (const Physics& p : among) {
    if (p.info.equation == equation && p.info.dim == dim && p.info.formulation == formulation &&
        (riemann.empty() || p.info.riemann == riemann))
      return p;
    available += fmt::format("\n  {} in {}D", p.info.equation, p.info.dim);
    if (!p.info.formulation.empty()) available += ", formulation " + p.info.formulation;
    if (!p.info.riemann.empty()) available += ", flux.riemann " + p.info.riemann;
  }
  throw std::invalid_argument(fmt::format(
      "no equations for physics \"{}\", formulation \"{}\"{} in {}D; there are:{}", equation, formulation,
      riemann.empty() ? "" : fmt::format(", flux.riemann \"{}\"", riemann), dim, available));
}

FluxValues flux_values(const EquationInfo& equation, const std::map<std::string, double>& parameters) {
  FluxValues values{};
  for (std::size_t i = 0; i < equation.flux_parameters.size(); ++i)
    values[i] = equation.flux_parameters[i].default_value;
  for (const auto& [name, value] : parameters) {
    const auto found = std::ranges::find(equation.flux_parameters, name, &ParameterInfo::name);
    if (found == equation.flux_parameters.end())
      throw std::invalid_argument("flux." + name + ": the numerical flux has no such parameter");
    values[found - equation.flux_parameters.begin()] = value;
  }
  return values;
}

}  // namespace dgsolve
