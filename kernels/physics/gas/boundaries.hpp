/// Boundaries of a perfect gas.
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

}  // namespace DGSOLVE_NAMESPACE
