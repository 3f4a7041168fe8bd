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
  return derived;
}

/// Fields, variables, derived fields, integrals and exact solution of all equations of a perfect gas.
template <int dim>
EquationInfo gas_info() {
  using enum ParameterRange;
  EquationInfo i;
  i.dim = dim;
  i.medium = "gas";
  i.parameters = {{"gamma", above_one, false, 1.4, ""},
                  {"gas_constant", positive, false, 287.05, "J/(kg K)", 1.0}};
  i.admitted = "rho > 0 and p > 0";
  const std::string volume = dim == 3 ? "" : "/m";
  const char* const axes[] = {"x", "y", "z"};
  const auto add = [&](const std::string& name, const char* unit, const char* source,
                       const std::string& integral, const std::string& unit_of_integral) {
    i.fields.push_back(name);
    i.field_units.emplace_back(unit);
    i.source_units.emplace_back(source);
    i.integrals.push_back({integral, unit_of_integral + volume});
  };
  add("rho", "kg/m^3", "kg/(m^3 s)", "mass", "kg");
  for (int d = 0; d < dim; ++d) {
    const std::string momentum = std::string("momentum_") + axes[d];
    add(momentum, "kg/(m^2 s)", "N/m^3", momentum, "kg m/s");
  }
  add("energy", "J/m^3", "W/m^3", "energy", "J");
  i.energy_unit = "J" + volume;
  i.integrals.push_back({"kinetic_energy", i.energy_unit});
  i.primitive = gas_variables<dim>();
  i.derived = gas_derived_fields<dim>();
  const auto vector = [](const char* name, int first) {
    return VectorField{name, {first, first + 1, dim == 3 ? first + 2 : -1}};
  };
  i.vectors = {vector("momentum", 1), vector("velocity", dim + 2)};
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
