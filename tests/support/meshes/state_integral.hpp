/// Integrals of functions of a state.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// ∫ f(element, u) dx with a rule of degree 2N+2; u are the fields of a canonical state at a point.
inline double integrate(const Discretization& d, int n_fields, std::span<const double> state,
                        const std::function<double(int element, const double* u)>& f) {
  const Matrix& V = d.element.data_V;
  const Quadrature& rule = d.element.data_rule;
  const CellMap map(d.mesh, rule.points);
  std::vector<double> J(rule.size());
  double sum = 0;
  for (int e = 0; e < d.K(); ++e) {
    map.jacobians(e, J.data());
    const double* nodal = &state[static_cast<std::size_t>(e) * n_fields * V.cols];
    for (int q = 0; q < V.rows; ++q) {
      std::vector<double> u(n_fields);
      for (int field = 0; field < n_fields; ++field)
        for (int i = 0; i < V.cols; ++i) u[field] += V(q, i) * nodal[field * V.cols + i];
      sum += rule.weights[q] * J[q] * f(e, u.data());
    }
  }
  return sum;
}

}  // namespace dgsolve
