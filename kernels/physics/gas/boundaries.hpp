/// Boundaries of a perfect gas, and its names and units as users have them.
#pragma once

#include "kernels/physics/gas/ideal_gas.hpp"

namespace DGSOLVE_NAMESPACE {

/// Exterior states. Each leaves to the interior what waves carry out of it (Toro, section 6.3; Blazek,
/// Computational Fluid Dynamics, Elsevier 2015, chapter 8).
template <int dim>
struct GasBoundaries {
  /// The last two in viscous flow only.
  enum Boundary {
    far_field,
    inflow,
    total_inflow,
    outflow,
    slip_wall,
    symmetry,
    adiabatic_wall,
    isothermal_wall
  };
  using Gas = IdealGas<dim>;
  template <class T>
  using Fields = Vec<T, dim + 2>;

  /// data: the values of PrimitiveVariables, or of the type's parameters.
  template <class T>
  static DGSOLVE_INLINE Fields<T> exterior(int type, const Fields<T>& m, const Fields<T>& data,
                                           const Vec<T, dim>& n, T gamma, T gas_constant) {
    const T p = Gas::pressure(m, gamma);
    if (type == far_field) return Gas::state(data[0], vector(data, 1), data[dim + 1], gamma);
    if (type == inflow) return Gas::state(data[0], vector(data, 1), p, gamma);
    if (type == total_inflow) return from_reservoir(p, data, gamma, gas_constant);
    if (type == outflow) return with_pressure(m, p, data[0], n, gamma);
    return reflected(m, n);
  }

  static DGSOLVE_INLINE bool is_wall(int type) { return type == adiabatic_wall || type == isothermal_wall; }
  /// m/s; along the wall.
  template <class T>
  static DGSOLVE_INLINE Vec<T, dim> wall_velocity(int type, const Fields<T>& data) {
    return vector(data, type == isothermal_wall ? 1 : 0);
  }

 private:
  template <class T>
  static DGSOLVE_INLINE Vec<T, dim> vector(const Fields<T>& data, int first) {
    Vec<T, dim> v;
    for (int d = 0; d < dim; ++d) v[d] = data[first + d];
    return v;
  }

  /// Gas that came at constant entropy and total enthalpy from rest, with total pressure and temperature, in
  /// a direction: as fast as the interior's pressure lets it.
  template <class T>
  static DGSOLVE_INLINE Fields<T> from_reservoir(T p, const Fields<T>& data, T gamma, T gas_constant) {
    const T expansion = pow_of(min_of(p / data[0], T(1)), (gamma - T(1)) / gamma);
    const T temperature = data[1] * expansion, pressure = min_of(p, data[0]);
    const T c_p = gamma / (gamma - T(1)) * gas_constant;
    Vec<T, dim> v = vector(data, 2);
    const T speed = sqrt_of(T(2) * c_p * (data[1] - temperature) / dot_product(v, v));
    for (int d = 0; d < dim; ++d) v[d] = speed * v[d];
    return Gas::state(pressure / (gas_constant * temperature), v, pressure, gamma);
  }

  /// The interior with another pressure, at its entropy and with its outgoing invariant v_n + 2c/(γ − 1);
  /// supersonic flow leaves as it is.
  template <class T>
  static DGSOLVE_INLINE Fields<T> with_pressure(const Fields<T>& m, T p, T given, const Vec<T, dim>& n,
                                                T gamma) {
    Vec<T, dim> v = Gas::velocity(m);
    const T c = Gas::sound_speed(m[0], p, gamma);
    if (dot_product(v, n) > c) return m;
    const T rho = m[0] * pow_of(given / p, T(1) / gamma);
    const T faster = T(2) / (gamma - T(1)) * (c - Gas::sound_speed(rho, given, gamma));
    for (int d = 0; d < dim; ++d) v[d] = v[d] + faster * n[d];
    return Gas::state(rho, v, given, gamma);
  }

  /// The mirror image: no flow goes through.
  template <class T>
  static DGSOLVE_INLINE Fields<T> reflected(const Fields<T>& m, const Vec<T, dim>& n) {
    const T twice = T(2) * dot_product(Gas::momentum(m), n);
    Fields<T> u = m;
    for (int d = 0; d < dim; ++d) u[1 + d] = u[1 + d] - twice * n[d];
    return u;
  }

#ifndef DGSOLVE_KERNEL_TEXT
 public:
  /// In the order of Boundary.
  static std::vector<BoundaryTypeInfo> inviscid() {
    using enum ParameterRange;
    const ParameterInfo rho{"rho", positive, true, 0, "kg/m^3"}, p{"p", positive, true, 0, "Pa"};
    std::vector<ParameterInfo> stream{rho},
        reservoir{{"total_pressure", positive, true, 0, "Pa"}, {"total_temperature", positive, true, 0, "K"}};
    const char* const axes[] = {"x", "y", "z"};
    for (int d = 0; d < dim; ++d) {
      stream.push_back({Gas::velocity_names[d], any, false, 0, "m/s"});
      reservoir.push_back({std::string("direction_") + axes[d], any, false, 0, ""});
    }
    return {{"far_field", true},
            {"inflow", false, false, stream},
            {"inflow", false, false, reservoir},
            {"outflow", false, false, {p}},
            {"slip_wall", false, true},
            {"symmetry", false, true}};
  }
  static std::vector<BoundaryTypeInfo> viscous() {
    std::vector<BoundaryTypeInfo> types = inviscid();
    std::vector<ParameterInfo> adiabatic, isothermal{{"temperature", ParameterRange::positive, true, 0, "K"}};
    for (int d = 0; d < dim; ++d)
      for (auto* parameters : {&adiabatic, &isothermal}) parameters->push_back(velocity(d));
    types.push_back({"wall", false, true, adiabatic});
    types.push_back({"wall", false, true, isothermal});
    return types;
  }

 private:
  static ParameterInfo velocity(int d) {
    return {Gas::velocity_names[d], ParameterRange::any, false, 0, "m/s"};
  }
#endif
};

#ifndef DGSOLVE_KERNEL_TEXT

/// What all equations of a perfect gas have alike: fields, variables, derived fields, integrals.
template <int dim>
EquationInfo gas_info() {
  using Gas = IdealGas<dim>;
  using enum ParameterRange;
  EquationInfo i;
  i.dim = dim;
  i.medium = "gas";
  i.parameters = {{"gamma", above_one, false, 1.4, ""},
                  {"gas_constant", positive, false, 287.05, "J/(kg K)", 1.0}};
  i.admitted = "rho > 0 and p > 0";
  const std::string volume = dim == 3 ? "" : "/m";
  const char* const axes[] = {"x", "y", "z"};
  const auto add = [&](const std::string& name, const char* unit, const char* source, const char* integral,
                       const std::string& of) {
    i.fields.push_back(name);
    i.field_units.emplace_back(unit);
    i.source_units.emplace_back(source);
    i.integrals.push_back({integral + of, unit});
  };
  add("rho", "kg/m^3", "kg/(m^3 s)", "mass", "");
  for (int d = 0; d < dim; ++d)
    add(std::string("momentum_") + axes[d], "kg/(m^2 s)", "N/m^3", "momentum_", axes[d]);
  add("energy", "J/m^3", "W/m^3", "energy", "");
  i.integrals.push_back({"kinetic_energy", ""});
  for (int f = 0; f <= dim + 2; ++f)
    i.integrals[f].unit = (f == 0 ? "kg" : f <= dim ? "kg m/s" : "J") + volume;
  i.energy_unit = "J" + volume;

  PrimitiveVariables& primitive = i.primitive.emplace();
  primitive.variables = {{"rho", positive, true, 0, "kg/m^3"}};
  for (int d = 0; d < dim; ++d) {
    primitive.variables.push_back({Gas::velocity_names[d], any, false, 0, "m/s"});
    i.derived.push_back({Gas::velocity_names[d], "m/s", Gas::velocity_functions[d]});
  }
  primitive.variables.push_back({"p", positive, true, 0, "Pa"});
  primitive.substitutes = {{{"T", positive, true, 0, "K"}, "p", {"rho", "gas_constant"}}};
  primitive.state = [](const double* values, const double* c, double* u) {
    Vec<double, dim> v;
    std::copy_n(values + 1, dim, v.v);
    std::copy_n(Gas::state(values[0], v, values[dim + 1], c[0]).v, dim + 2, u);
  };
  i.derived.push_back(
      {"p", "Pa", [](const double* u, const double* c) { return Gas::pressure(Gas::fields_of(u), c[0]); }});
  i.derived.push_back({"T", "K", [](const double* u, const double* c) {
                         return Gas::pressure(Gas::fields_of(u), c[0]) / (c[1] * u[0]);
                       }});
  i.derived.push_back({"mach", "1", [](const double* u, const double* c) {
                         const Vec<double, dim + 2> state = Gas::fields_of(u);
                         const Vec<double, dim> v = Gas::velocity(state);
                         return std::sqrt(dot_product(v, v)) /
                                Gas::sound_speed(state[0], Gas::pressure(state, c[0]), c[0]);
                       }});
  const auto vector = [](const char* name, int first) {
    return VectorField{name, {first, first + 1, dim == 3 ? first + 2 : -1}};
  };
  i.vectors = {vector("momentum", 1), vector("velocity", dim + 2)};
  return i;
}

#endif

}  // namespace DGSOLVE_NAMESPACE
