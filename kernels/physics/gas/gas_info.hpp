/// Names, units and an exact solution of all equations of a perfect gas, for the host.
#pragma once

#include "kernels/physics/gas/ideal_gas.hpp"

#ifndef DGSOLVE_KERNEL_TEXT
namespace DGSOLVE_NAMESPACE {

/// Variables of cases: ρ, v and p, or T in place of p.
template <int dim>
PrimitiveVariables gas_variables() {
  using Gas = IdealGas<dim>;
  using enum ParameterRange;
  PrimitiveVariables primitive;
  primitive.variables = {{"rho", positive, true, 0, "kg/m^3"}};
  for (int d = 0; d < dim; ++d) primitive.variables.push_back({Gas::velocity_names[d], any, false, 0, "m/s"});
  primitive.variables.push_back({"p", positive, true, 0, "Pa"});
  primitive.substitutes = {{{"T", positive, true, 0, "K"}, "p", {"rho", "gas_constant"}}};
  primitive.state = [](const double* values, const double* c, double* u) {
    Vec<double, dim> v;
    std::copy_n(values + 1, dim, v.v);
    std::copy_n(Gas::state(values[0], v, values[dim + 1], c[0]).v, dim + 2, u);
  };
  return primitive;
}

/// ∂v_i/∂x_j of v = m/ρ, 1/s. u: [n_fields], g: the fields' gradients, [n_fields][dim].
template <int dim>
double velocity_gradient(const double* u, const double* g, int i, int j) {
  return (g[(1 + i) * dim + j] - u[1 + i] / u[0] * g[j]) / u[0];
}
/// A component of ∇×v, 1/s; in 2D it has that of the third axis alone.
template <int dim, int axis>
double vorticity(const double* u, const double* g, const double*) {
  constexpr int a = (axis + 1) % 3, b = (axis + 2) % 3;
  return velocity_gradient<dim>(u, g, b, a) - velocity_gradient<dim>(u, g, a, b);
}
/// Q = ½(|Ω|² − |S|²) = −½ Σ_ij ∂v_i/∂x_j ∂v_j/∂x_i, Ω and S being the antisymmetric and the symmetric part
/// of the velocity's gradient: positive in the core of a vortex (Jeong & Hussain, J. Fluid Mech. 285 (1995)
/// 69). 1/s².
template <int dim>
double q_of_vortices(const double* u, const double* g, const double*) {
  double sum = 0;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j)
      sum += velocity_gradient<dim>(u, g, i, j) * velocity_gradient<dim>(u, g, j, i);
  return -0.5 * sum;
}
/// |∇ρ|, which a schlieren picture shows, kg/m⁴.
template <int dim>
double schlieren(const double*, const double* g, const double*) {
  double squares = 0;
  for (int j = 0; j < dim; ++j) squares += g[j] * g[j];
  return std::sqrt(squares);
}

template <int dim>
std::vector<DerivedField> gas_derived_fields() {
  using Gas = IdealGas<dim>;
  std::vector<DerivedField> derived;
  for (int d = 0; d < dim; ++d)
    derived.push_back({Gas::velocity_names[d], "m/s", Gas::velocity_functions[d]});
  derived.push_back(
      {"p", "Pa", [](const double* u, const double* c) { return Gas::pressure(Gas::fields_of(u), c[0]); }});
  derived.push_back({"T", "K", [](const double* u, const double* c) {
                       return Gas::pressure(Gas::fields_of(u), c[0]) / (c[1] * u[0]);
                     }});
  derived.push_back({"mach", "1", [](const double* u, const double* c) {
                       const Vec<double, dim + 2> state = Gas::fields_of(u);
                       const Vec<double, dim> v = Gas::velocity(state);
                       return std::sqrt(dot_product(v, v)) /
                              Gas::sound_speed(state[0], Gas::pressure(state, c[0]), c[0]);
                     }});
  if constexpr (dim == 2)
    derived.push_back({"vorticity", "1/s", nullptr, vorticity<dim, 2>});
  else
    derived.insert(derived.end(), {{"vorticity_x", "1/s", nullptr, vorticity<dim, 0>},
                                   {"vorticity_y", "1/s", nullptr, vorticity<dim, 1>},
                                   {"vorticity_z", "1/s", nullptr, vorticity<dim, 2>}});
  derived.push_back({"q", "1/s^2", nullptr, q_of_vortices<dim>});
  derived.push_back({"schlieren", "kg/m^4", nullptr, schlieren<dim>});
  return derived;
}

/// Fields, variables, derived fields, integrals and exact solution of all equations of a perfect gas.
template <int dim>
EquationInfo gas_info() {
  using enum ParameterRange;
  EquationInfo i;
  i.dim = dim;
  i.medium.key = "gas";
  i.parameters = {{"gamma", above_one, false, 1.4, ""},
                  {"gas_constant", positive, false, 287.05, "J/(kg K)", 1.0}};
  i.admitted.condition = "rho > 0 and p > 0";
  const std::string volume = dim == 3 ? "" : "/m";
  const char* const axes[] = {"x", "y", "z"};
  const auto add = [&](const std::string& name, const char* unit, const char* source,
                       const std::string& integral, const std::string& unit_of_integral) {
    i.fields.push_back(name);
    i.field_units.emplace_back(unit);
    i.sources.units.emplace_back(source);
    i.integrals.named.push_back({integral, unit_of_integral + volume});
  };
  add("rho", "kg/m^3", "kg/(m^3 s)", "mass", "kg");
  for (int d = 0; d < dim; ++d) {
    const std::string momentum = std::string("momentum_") + axes[d];
    add(momentum, "kg/(m^2 s)", "N/m^3", momentum, "kg m/s");
  }
  add("energy", "J/m^3", "W/m^3", "energy", "J");
  i.integrals.energy_unit = "J" + volume;
  i.integrals.named.push_back({"kinetic_energy", i.integrals.energy_unit});
  i.primitive = gas_variables<dim>();
  i.derived = gas_derived_fields<dim>();
  const auto vector = [](const char* name, int first) {
    return VectorField{name, {first, first + 1, dim == 3 ? first + 2 : -1}};
  };
  i.vectors = {vector("momentum", 1), vector("velocity", dim + 2)};
  if (dim == 3) i.vectors.push_back(vector("vorticity", 2 * dim + 5));  // behind the velocity, p, T and mach
  // A wave of density, carried by a flow of constant velocity and pressure.
  i.exact = {0,
             1,
             "periodic",
             {},
             {{"rho", "1 + 0.2*sin(2*pi*(x-t))*cos(2*pi*(y-t/2))"}, {"u", "1"}, {"v", "0.5"}, {"p", "1"}}};
  return i;
}

}  // namespace DGSOLVE_NAMESPACE
#endif
