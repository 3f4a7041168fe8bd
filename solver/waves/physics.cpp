#include "solver/waves/physics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/physics/advection.hpp"
#include "kernels/physics/maxwell.hpp"

namespace dgsolve {
namespace {

template <int n>
Vec<double, n> load(const double* values) {
  Vec<double, n> v;
  std::copy_n(values, n, v.v);
  return v;
}

template <int n>
void store(const Vec<double, n>& v, double* values) {
  std::copy_n(v.v, n, values);
}

template <class P>
Physics row() {
  static_assert(Equation<P>, "an equation must offer what kernels/waves/equation.hpp asks for");
  constexpr int dim = P::dim, n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  Physics p;
  p.info = P::info();
  p.n_fields = n_fields;
  p.n_coefficients = n_coefficients;
  p.nodal_coefficients = P::nodal_coefficients;
  p.linear = P::linear;
  p.curl_pair_weights = curl_pair_weights_of<P>();
  p.coefficients = [](const double* parameters, const Units& units, double* c) {
    P::coefficients(parameters, units, c);
  };
  p.wave_speed = [](const double* c) { return P::wave_speed(load<n_coefficients>(c)); };
  p.relaxation_rate = [](const double* c) { return P::relaxation_rate(load<n_coefficients>(c)); };
  p.energy = [](const double* u, const double* c) {
    return P::energy(load<n_fields>(u), load<n_coefficients>(c));
  };
  p.numerical_flux = [](const double* u_m, const double* c_m, const double* u_p, const double* c_p,
                        const double* n, double alpha, double* flux) {
    store(P::numerical_flux(load<n_fields>(u_m), load<n_coefficients>(c_m), load<n_fields>(u_p),
                            load<n_coefficients>(c_p), load<dim>(n), alpha),
          flux);
  };
  p.flux = [](const double* u, const double* c, double* flux) {
    const auto f = P::flux(load<n_fields>(u), load<n_coefficients>(c));
    for (int d = 0; d < dim; ++d) store(f[d], flux + d * n_fields);
  };
  p.exterior = [](int type, const double* u_m, const double* data, const double* n, const double* x, double t,
                  const double* c, double alpha, double* u_p) {
    store(P::exterior(type, load<n_fields>(u_m), load<n_fields>(data), load<dim>(n), load<dim>(x), t,
                      load<n_coefficients>(c), alpha),
          u_p);
  };
  return p;
}

}  // namespace

void check_range(const ParameterInfo& parameter, const std::string& region, double value) {
  struct Range {
    bool holds;
    const char* text;
  };
  const Range ranges[] = {
      {true, "a finite number"}, {value > 0, "a number > 0"}, {value >= 0, "a number >= 0"}};
  const auto [holds, text] = ranges[static_cast<int>(parameter.range)];  // in the order of ParameterRange
  if (!holds || !std::isfinite(value))
    throw std::invalid_argument(fmt::format("regions.{}.{}: takes the value {:f} in a cell; expected {}",
                                            region, parameter.name, value, text));
}

std::span<const Physics> physics_registry() {
  static const Physics rows[] = {
      row<Maxwell<Formulation::full>>(),
      row<Maxwell<Formulation::tm>>(),
      row<Maxwell<Formulation::te>>(),
      row<Advection<2>>(),
      row<Advection<3>>(),
  };
  return rows;
}

const Physics& find_physics(const std::string& equation, int dim, const std::string& formulation) {
  std::string available;
  for (const Physics& p : physics_registry()) {
    if (p.info.equation == equation && p.info.dim == dim && p.info.formulation == formulation) return p;
    available += fmt::format("\n  {} in {}D", p.info.equation, p.info.dim);
    if (!p.info.formulation.empty()) available += ", formulation " + p.info.formulation;
  }
  throw std::invalid_argument(
      fmt::format("no equations for physics \"{}\", formulation \"{}\" in {}D; there are:{}", equation,
                  formulation, dim, available));
}

}  // namespace dgsolve
