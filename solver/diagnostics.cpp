#include "solver/diagnostics.hpp"

#include <cmath>

namespace dgsolve {
namespace {

/// M_{1/J} of a curved cell, with the rule the kernels use.
Matrix weighted_mass(const ReferenceElement& element, const double* J) {
  Matrix scaled(element.Vq.rows, element.Vq.cols);
  for (int q = 0; q < scaled.rows; ++q)
    for (int i = 0; i < scaled.cols; ++i)
      scaled(q, i) = element.cell_rule.weights[q] / J[q] * element.Vq(q, i);
  return transpose(element.Vq) * scaled;
}

/// Values y with Σ_i energy(y_i) = the cell's energy: y = √J Lᵀu with L Lᵀ = M in a straight cell, y = L⁻¹M u
/// with L Lᵀ = M_{1/J} in a curved one. u: [Np][n_fields].
Matrix energy_coordinates(const Discretization& d, const Matrix& mass_factor, int e, const Matrix& u) {
  const int curved = d.factors.curved_index[e];
  if (curved < 0) {
    Matrix y = transpose(mass_factor) * u;
    for (double& v : y.a) v *= std::sqrt(d.factors.jacobian[e]);
    return y;
  }
  const std::size_t Nq = d.element.cell_rule.size();
  Matrix y = d.element.mass * u;
  solve_lower(cholesky(weighted_mass(d.element, &d.factors.curved_jacobian[curved * Nq])), y);
  return y;
}

}  // namespace

double energy(const SpatialOperator& op, std::span<const double> state) {
  const Discretization& d = op.discretization;
  const int Np = d.element.Np, n_fields = op.physics.n_fields;
  const Matrix mass_factor = cholesky(d.element.mass);
  std::vector<double> cell_energy(d.K());
#pragma omp parallel for
  for (int e = 0; e < d.K(); ++e) {
    Matrix u(Np, n_fields);
    for (int f = 0; f < n_fields; ++f)
      for (int i = 0; i < Np; ++i) u(i, f) = state[(static_cast<std::size_t>(e) * n_fields + f) * Np + i];
    const Matrix y = energy_coordinates(d, mass_factor, e, u);
    for (int i = 0; i < Np; ++i)
      cell_energy[e] += op.physics.energy(&y.a[i * n_fields], op.coefficients.cell(e, Np));
  }
  double sum = 0;  // in the cells' order, whatever the number of threads
  for (const double value : cell_energy) sum += value;
  return sum;
}

std::map<std::string, FieldError> errors(const SpatialOperator& op,
                                         const std::map<std::string, Expression>& exact, double t,
                                         std::span<const double> state) {
  std::map<std::string, FieldError> result;
  for (const auto& [name, formula] : exact)
    result[name] = op.discretization.error(formula, t, index_of(op.physics.info.fields, name),
                                           op.physics.n_fields, state);
  return result;
}

}  // namespace dgsolve
