#include "solver/diagnostics.hpp"

#include "solver/formula_points.hpp"
#include "solver/mesh_integral.hpp"

namespace dgsolve {

double energy(const SpatialOperator& op, std::span<const double> state) {
  const auto array = op.backend.allocate();
  op.backend.upload(state, *array);
  return op.backend.energy(*array);
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

std::optional<double> exact_energy(const SpatialOperator& op, const std::map<std::string, Expression>& exact,
                                   double t) {
  const Physics& physics = op.physics;
  if (physics.nodal_coefficients) return {};
  std::vector<const Expression*> formulas;
  for (const std::string& field : physics.info.fields) {
    const auto found = exact.find(field);
    if (found == exact.end()) return {};
    formulas.push_back(&found->second);
  }
  const Mesh& mesh = op.discretization.mesh;
  const int Np = op.discretization.element.Np, degree = 2 * op.discretization.element.N + 2;
  return integrate(mesh, degree, [&](int e, std::span<const double> x) {
    FormulaPoints points;
    for (std::size_t i = 0; i < x.size(); i += mesh.dim) points.add(&x[i], mesh.dim);
    std::vector<std::vector<double>> fields;
    for (const Expression* formula : formulas) fields.push_back(points.values(*formula, t));
    std::vector<double> density(points.x.size()), u(physics.n_fields);
    for (std::size_t q = 0; q < density.size(); ++q) {
      for (int f = 0; f < physics.n_fields; ++f) u[f] = fields[f][q];
      density[q] = physics.energy(u.data(), op.coefficients.cell(e, Np));
    }
    return density;
  });
}

}  // namespace dgsolve
