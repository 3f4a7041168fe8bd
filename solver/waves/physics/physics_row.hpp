/// A system of equations as the solver sees it, made of the equation's file.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "kernels/waves/step_control.hpp"
#include "kernels/waves/traits/limiter.hpp"
#include "kernels/waves/traits/viscous_flux.hpp"

namespace dgsolve {

/// Pointwise functions of a viscous flux, arrays as in kernels/waves/traits/viscous_flux.hpp.
struct ViscousFunctions {
  int n_variables;  ///< whose gradients it takes
  void (*variables)(const double* u, const double* c, double* w);
  /// Variables at a boundary of a type less those inside.
  void (*boundary_jump)(int type, const double* u, const double* data, const double* n, const double* c,
                        double* jump);
  void (*boundary_flux)(int type, const double* u, const double* gradients, const double* data,
                        const double* n, const double* c, double per_length, double* flux);
  double (*viscosity)(const double* u, const double* c) = nullptr;  ///< Pa s; null: the equation names none
};

/// The system by which devices compute a flow with an artificial viscosity
/// (kernels/physics/artificial_viscosity.hpp).
struct ViscousSystem {
  std::string file, type;
  int n_coefficients, n_gradients;
  void (*coefficients)(const double* of_flow, double* c);  ///< a row of its own from one of the flow
};

/// One system of equations, as the solver sees it: its description, and its pointwise functions in double.
struct Physics {
  EquationInfo info;
  int n_fields;
  int n_coefficients;
  bool nodal_coefficients;
  int n_gradients = 0;  ///< values of gradients at a node that a viscous flux takes; 0: there is none
  CurlPairWeights curl_pair_weights;  ///< null without the trait (kernels/waves/traits/equation.hpp)
  std::vector<int> curl_pair = {};    ///< the first fields of the two vectors; empty without the trait
  void (*coefficients)(const double* parameters, const Units& units, double* c);
  double (*wave_speed)(const double* c) = nullptr;        ///< null where it depends on the state
  double (*max_speed)(const double* u, const double* c);  ///< that no wave exceeds in any direction
  /// Of the fastest diffusion in a state, m²/s; null where the flux is not viscous.
  double (*diffusivity)(const double* u, const double* c) = nullptr;
  std::optional<ViscousFunctions> viscous = {};
  std::optional<ViscousSystem> with_artificial_viscosity = {};
  std::vector<double> example;  ///< a state that the equation admits
  /// Whether the equation admits a state; null: it admits all.
  bool (*admissible)(const double* u, const double* c) = nullptr;
  double (*random_field)(int field, double random);  ///< kernels/waves/traits/equation.hpp
  double (*relaxation_rate)(const double* c);
  double (*upwind_share)(const FluxValues& parameters);  ///< kernels/waves/traits/equation.hpp
  double (*energy)(const double* u, const double* c);    ///< density
  RelativeSize relative_size;                            ///< of an error
  /// [n_fields]: the volume source with which formulas of the primitive variables, [n_fields], solve the
  /// equation; null where the equation has none.
  std::vector<Expression> (*manufactured_source)(std::span<const Expression> values,
                                                 const double* c) = nullptr;
  /// F*·n and exterior states: all arrays as in kernels/waves/traits/equation.hpp.
  void (*numerical_flux)(const double* u_m, const double* c_m, const double* u_p, const double* c_p,
                         const double* n, const FluxValues& parameters, double* flux);
  void (*flux)(const double* u, const double* c, double* flux);  ///< flux: [dim][n_fields]
  void (*exterior)(int type, const double* u_m, const double* data, const double* n, const double* x,
                   double t, const double* c, const FluxValues& parameters, double* u_p);
};

template <int n>
Vec<double, n> vec_of(const double* values) {
  Vec<double, n> v{};
  std::copy_n(values, n, v.v);
  return v;
}

template <int n>
void copy_to(const Vec<double, n>& v, double* values) {
  std::copy_n(v.v, n, values);
}

/// ∂u/∂t + ∇·(F − F_v) of the state u of formulas, by the equation's own functions with formulas for numbers.
template <class P>
std::vector<Expression> manufactured_source(std::span<const Expression> values, const double* c_row) {
  constexpr int dim = P::dim, n = P::n_fields;
  constexpr Variable axes[] = {Variable::x, Variable::y, Variable::z};
  Vec<Expression, n> primitive;
  Vec<Expression, P::n_coefficients> c;
  std::ranges::copy(values, primitive.v);
  for (int i = 0; i < P::n_coefficients; ++i) c[i] = Expression(c_row[i]);
  const Vec<Expression, n> u = P::from_primitive(primitive, c);
  Vec<Vec<Expression, n>, dim> flux = P::flux(u, c);
  if constexpr (has_viscous_flux<P>) {
    Vec<Expression, n_gradients<P>()> g;
    const auto w = P::gradient_variables(u, c);
    for (int i = 0; i < n_gradients<P>(); ++i) g[i] = w[i / dim].derivative(axes[i % dim]);
    for (int d = 0; d < dim; ++d) {
      Vec<Expression, dim> axis;
      axis[d] = Expression(1);
      const Vec<Expression, n> viscous = P::viscous_flux(u, P::gradients_along(g, axis), c);
      for (int f = 0; f < n; ++f) flux[d][f] = flux[d][f] - viscous[f];
    }
  }
  std::vector<Expression> source;
  for (int f = 0; f < n; ++f) {
    source.push_back(u[f].derivative(Variable::t));
    for (int d = 0; d < dim; ++d) source.back() += flux[d][f].derivative(axes[d]);
  }
  return source;
}

/// Throws std::logic_error where an equation's description does not fit it.
template <class P>
void check_description(const EquationInfo& info) {
  static_assert(Equation<P>, "an equation must offer what kernels/waves/traits/equation.hpp asks for");
  static_assert(!P::linear || !has_viscous_flux<P>, "cells take a viscous flux in the weak form alone");
  for (const BoundaryTypeInfo& type : info.boundary_types)
    if (type.parameters.size() > static_cast<std::size_t>(P::n_fields) ||
        (type.needs_data && !type.parameters.empty()))
      throw std::logic_error(info.equation + ": the boundary type " + type.name +
                             " takes an exterior state, or at most as many parameters as there are fields");
  if (info.integrals.named.size() != n_integrals<P>() || info.flux_parameters.size() != P::n_flux_parameters)
    throw std::logic_error(info.equation + ": each integral and each parameter of the flux needs a name");
}

/// Speeds, rates and densities.
template <class P>
void set_measures(Physics& p) {
  constexpr int n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  if constexpr (P::linear)
    p.wave_speed = [](const double* c) { return P::wave_speed(vec_of<n_coefficients>(c)); };
  p.max_speed = [](const double* u, const double* c) {
    return max_speed<P>(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
  };
  if constexpr (has_viscous_flux<P>)
    p.diffusivity = [](const double* u, const double* c) {
      return P::diffusivity(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
    };
  p.relative_size = [](const double* error, const double* state) { return relative_size<P>(error, state); };
  p.relaxation_rate = [](const double* c) { return P::relaxation_rate(vec_of<n_coefficients>(c)); };
  p.energy = [](const double* u, const double* c) {
    return P::energy(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
  };
}

template <class P>
void set_fluxes(Physics& p) {
  constexpr int dim = P::dim, n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  p.upwind_share = [](const FluxValues& parameters) {
    return upwind_share<P>(vec_of<P::n_flux_parameters>(parameters.data()));
  };
  p.numerical_flux = [](const double* u_m, const double* c_m, const double* u_p, const double* c_p,
                        const double* n, const FluxValues& parameters, double* flux) {
    copy_to(P::numerical_flux(vec_of<n_fields>(u_m), vec_of<n_coefficients>(c_m), vec_of<n_fields>(u_p),
                              vec_of<n_coefficients>(c_p), vec_of<dim>(n),
                              vec_of<P::n_flux_parameters>(parameters.data())),
            flux);
  };
  p.flux = [](const double* u, const double* c, double* flux) {
    const auto f = P::flux(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
    for (int d = 0; d < dim; ++d) copy_to(f[d], flux + d * n_fields);
  };
  p.exterior = [](int type, const double* u_m, const double* data, const double* n, const double* x, double t,
                  const double* c, const FluxValues& parameters, double* u_p) {
    copy_to(P::exterior(type, vec_of<n_fields>(u_m), vec_of<n_fields>(data), vec_of<dim>(n), vec_of<dim>(x),
                        t, vec_of<n_coefficients>(c), vec_of<P::n_flux_parameters>(parameters.data())),
            u_p);
  };
}

template <class P>
ViscousFunctions viscous_functions() {
  constexpr int dim = P::dim, n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  ViscousFunctions v{};
  v.n_variables = P::n_gradient_variables;
  v.variables = [](const double* u, const double* c, double* w) {
    copy_to(P::gradient_variables(vec_of<n_fields>(u), vec_of<n_coefficients>(c)), w);
  };
  v.boundary_jump = [](int type, const double* u, const double* data, const double* n, const double* c,
                       double* jump) {
    copy_to(boundary_variables_jump<P>(type, vec_of<n_fields>(u), vec_of<n_fields>(data), vec_of<dim>(n),
                                       vec_of<n_coefficients>(c)),
            jump);
  };
  v.boundary_flux = [](int type, const double* u, const double* gradients, const double* data,
                       const double* n, const double* c, double per_length, double* flux) {
    copy_to(boundary_viscous_flux<P>(type, vec_of<n_fields>(u),
                                     P::gradients_along(vec_of<n_gradients<P>()>(gradients), vec_of<dim>(n)),
                                     vec_of<n_fields>(data), vec_of<dim>(n), vec_of<n_coefficients>(c),
                                     per_length),
            flux);
  };
  if constexpr (requires { P::viscosity(Vec<double, n_fields>(), Vec<double, n_coefficients>()); })
    v.viscosity = [](const double* u, const double* c) {
      return P::viscosity(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
    };
  return v;
}

/// An equation's row.
template <class P>
Physics physics_of() {
  constexpr int n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  Physics p;
  p.info = P::info();
  p.info.linear = P::linear;
  p.info.admitted.has_limiter = has_limiter<P>;
  check_description<P>(p.info);
  p.n_fields = n_fields;
  p.n_coefficients = n_coefficients;
  p.nodal_coefficients = P::nodal_coefficients;
  p.n_gradients = n_gradients<P>();
  p.curl_pair_weights = curl_pair_weights_of<P>();
  if constexpr (has_curl_pair<P>) p.curl_pair = {P::curl_pair[0], P::curl_pair[1]};
  p.coefficients = [](const double* parameters, const Units& units, double* c) {
    P::coefficients(parameters, units, c);
  };
  p.example.assign(n_fields, 0.0);
  copy_to(example_state<P>(), p.example.data());
  if constexpr (RefusesStates<P>)
    p.admissible = [](const double* u, const double* c) {
      return P::admissible(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
    };
  if constexpr (requires { P::from_primitive(Vec<double, n_fields>(), Vec<double, n_coefficients>()); })
    p.manufactured_source = manufactured_source<P>;
  p.random_field = random_field<P>;
  if constexpr (has_viscous_flux<P>) p.viscous = viscous_functions<P>();
  set_measures<P>(p);
  set_fluxes<P>(p);
  return p;
}

}  // namespace dgsolve
