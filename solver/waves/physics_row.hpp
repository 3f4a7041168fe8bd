/// A system of equations as the solver sees it, made of the equation's file.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "kernels/waves/equation.hpp"

namespace dgsolve {

/// One system of equations, as the solver sees it: its description, and its pointwise functions in double.
struct Physics {
  EquationInfo info;
  int n_fields;
  int n_coefficients;
  bool nodal_coefficients;
  bool linear;
  CurlPairWeights curl_pair_weights;  ///< null without the trait (kernels/waves/equation.hpp)
  std::vector<int> curl_pair = {};    ///< the first fields of the two vectors; empty without the trait
  void (*coefficients)(const double* parameters, const Units& units, double* c);
  double (*wave_speed)(const double* c) = nullptr;  ///< null where it depends on the state
  double (*example_speed)(const double* c);         ///< that no wave exceeds in the example state
  /// Whether the equation admits a state; null: it admits all.
  bool (*admissible)(const double* u, const double* c) = nullptr;
  double (*random_field)(int field, double random);  ///< kernels/waves/equation.hpp
  double (*relaxation_rate)(const double* c);
  double (*upwind_share)(const FluxValues& parameters);  ///< kernels/waves/equation.hpp
  double (*energy)(const double* u, const double* c);    ///< density
  /// F*·n and exterior states, for tests: all arrays as in kernels/waves/equation.hpp.
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

/// An equation's row.
template <class P>
Physics physics_of() {
  static_assert(Equation<P>, "an equation must offer what kernels/waves/equation.hpp asks for");
  constexpr int dim = P::dim, n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  Physics p;
  p.info = P::info();
  for (const BoundaryTypeInfo& type : p.info.boundary_types)
    if (type.parameters.size() > static_cast<std::size_t>(n_fields) ||
        (type.needs_data && !type.parameters.empty()))
      throw std::logic_error(p.info.equation + ": the boundary type " + type.name +
                             " takes an exterior state, or at most as many parameters as there are fields");
  if (p.info.integrals.size() != n_integrals<P>() || p.info.flux_parameters.size() != P::n_flux_parameters)
    throw std::logic_error(p.info.equation + ": each integral and each parameter of the flux needs a name");
  p.n_fields = n_fields;
  p.n_coefficients = n_coefficients;
  p.nodal_coefficients = P::nodal_coefficients;
  p.linear = P::linear;
  p.curl_pair_weights = curl_pair_weights_of<P>();
  if constexpr (has_curl_pair<P>) p.curl_pair = {P::curl_pair[0], P::curl_pair[1]};
  p.coefficients = [](const double* parameters, const Units& units, double* c) {
    P::coefficients(parameters, units, c);
  };
  if constexpr (P::linear)
    p.wave_speed = [](const double* c) { return P::wave_speed(vec_of<n_coefficients>(c)); };
  p.example_speed = [](const double* c) {
    return max_speed<P>(example_state<P>(), vec_of<n_coefficients>(c));
  };
  if constexpr (RefusesStates<P>)
    p.admissible = [](const double* u, const double* c) {
      return P::admissible(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
    };
  p.random_field = random_field<P>;
  p.relaxation_rate = [](const double* c) { return P::relaxation_rate(vec_of<n_coefficients>(c)); };
  p.upwind_share = [](const FluxValues& parameters) {
    return upwind_share<P>(vec_of<P::n_flux_parameters>(parameters.data()));
  };
  p.energy = [](const double* u, const double* c) {
    return P::energy(vec_of<n_fields>(u), vec_of<n_coefficients>(c));
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
  return p;
}

}  // namespace dgsolve
