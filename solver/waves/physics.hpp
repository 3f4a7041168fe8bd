/// The registry of equations: one row each, in solver/waves/physics.cpp.
#pragma once

#include <span>
#include <string>

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
  void (*coefficients)(const double* parameters, const Units& units, double* c);
  double (*wave_speed)(const double* c);
  double (*relaxation_rate)(const double* c);
  double (*energy)(const double* u, const double* c);  ///< density
  /// F*·n and exterior states, for tests: all arrays as in kernels/waves/equation.hpp.
  void (*numerical_flux)(const double* u_m, const double* c_m, const double* u_p, const double* c_p,
                         const double* n, double alpha, double* flux);
  void (*flux)(const double* u, const double* c, double* flux);  ///< flux: [dim][n_fields]
  void (*exterior)(int type, const double* u_m, const double* data, const double* n, const double* x,
                   double t, const double* c, double alpha, double* u_p);
};

/// Every registered system.
std::span<const Physics> physics_registry();

/// The system for a case; throws std::invalid_argument that lists what there is.
const Physics& find_physics(const std::string& equation, int dim, const std::string& formulation);

/// Throws std::invalid_argument where a value is outside the range of a region's parameter.
void check_range(const ParameterInfo& parameter, const std::string& region, double value);

}  // namespace dgsolve
