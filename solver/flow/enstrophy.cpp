#include "solver/flow/enstrophy.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "solver/discretization/cell_gradients.hpp"

namespace dgsolve {
namespace {

/// Its components among the derived fields; none: the equation has no vorticity.
std::vector<DerivedField> vorticity_of(const EquationInfo& equation) {
  std::vector<DerivedField> components;
  std::ranges::copy_if(equation.derived, std::back_inserter(components),
                       [](const DerivedField& field) { return field.name.starts_with("vorticity"); });
  return components;
}

bool has_vorticity(const EquationInfo& equation) { return !vorticity_of(equation).empty(); }

}  // namespace

double enstrophy(const SpatialOperator& op, const WaveState& state) {
  const Discretization& d = op.discretization;
  const Quadrature& rule = d.element.data_rule;
  const int n = op.physics.n_fields, dim = d.mesh.dim, Nq = rule.size();
  const std::vector<DerivedField> vorticity = vorticity_of(op.physics.info);
  const CellMap map(d.mesh, rule.points);
  const BatchMatrix to_points(d.element.data_V);
  const CellGradients gradients(d.mesh, d.element, rule.points, d.element.data_V);
  std::vector<double> of_cell(d.K());
  state.visit(d.data_runs(), [&](int begin, int end, std::span<const double> values) {
    Matrix nodal((end - begin) * n, d.element.Np);
    nodal.a.assign(values.begin(), values.end());
    const Matrix at_points = to_points.times_rows(nodal);
    const std::vector<double> g = gradients.of_cells(begin, end, n, values);
    std::vector<double> J(Nq), u(n);
    for (int e = begin; e < end; ++e) {
      map.jacobians(e, J.data());
      for (int q = 0; q < Nq; ++q) {
        for (int f = 0; f < n; ++f) u[f] = at_points((e - begin) * n + f, q);
        const double* const g_q = &g[((e - begin) * static_cast<std::size_t>(Nq) + q) * n * dim];
        double squares = 0;
        for (const DerivedField& component : vorticity) {
          const double omega = component.of_gradients(u.data(), g_q, op.coefficients.cell(e, 1));
          squares += omega * omega;
        }
        of_cell[e] += rule.weights[q] * J[q] * 0.5 * u[0] * squares;
      }
    }
  });
  return std::accumulate(of_cell.begin(), of_cell.end(), 0.0);  // in the cells' order
}

std::vector<IntegralInfo> integral_infos(const EquationInfo& equation) {
  std::vector<IntegralInfo> infos = equation.integrals.named;
  if (has_vorticity(equation)) infos.push_back({"enstrophy", equation.dim == 3 ? "kg/s^2" : "kg/(m s^2)"});
  return infos;
}

std::vector<double> integrals_of(const SpatialOperator& op, const WaveState& state) {
  std::vector<double> values = op.wave->integrals(state);
  values.resize(op.physics.info.integrals.named.size());
  if (has_vorticity(op.physics.info)) values.push_back(enstrophy(op, state));
  return values;
}

}  // namespace dgsolve
