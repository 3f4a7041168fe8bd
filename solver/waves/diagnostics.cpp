#include "solver/waves/diagnostics.hpp"

#include "kernels/base/names.hpp"

namespace dgsolve {

std::map<std::string, FieldError> errors(const SpatialOperator& op,
                                         const std::map<std::string, Expression>& exact, double t,
                                         std::span<const double> state) {
  std::vector<FieldFormula> fields;
  for (const auto& [name, formula] : exact)
    fields.push_back({index_of(op.physics.info.fields, name), formula});
  const std::vector<FieldError> found = op.discretization.errors(fields, t, op.physics.n_fields, state);
  std::map<std::string, FieldError> result;
  for (std::size_t k = 0; k < fields.size(); ++k) result[op.physics.info.fields[fields[k].field]] = found[k];
  return result;
}

std::optional<double> exact_energy(const SpatialOperator& op, const WaveOptions& options, double t) {
  const Physics& physics = op.physics;
  if (physics.nodal_coefficients) return {};
  const Mesh& mesh = op.discretization.mesh;
  std::vector<Expression> fields;
  for (const std::string& field : physics.info.fields) {
    const auto found = options.exact.find(field);
    if (found == options.exact.end()) return {};
    fields.push_back(found->second);
  }
  std::vector<std::vector<Expression>> materials;  // [region][parameter]
  for (const std::string& region : mesh.region_names)
    materials.push_back(region_formulas(physics, options, region));
  const int degree = 2 * op.discretization.element.N + 2;
  return integrate(mesh, degree, [&](int e, std::span<const double> x) {
    const auto u = evaluate_at(fields, mesh.dim, x, t),
               parameters = evaluate_at(materials[mesh.region[e]], mesh.dim, x, t);
    std::vector<double> density(x.size() / mesh.dim), here(physics.n_fields), of_material(parameters.size()),
        c(physics.n_coefficients);
    for (std::size_t q = 0; q < density.size(); ++q) {
      for (std::size_t f = 0; f < u.size(); ++f) here[f] = u[f][q];
      for (std::size_t p = 0; p < parameters.size(); ++p) of_material[p] = parameters[p][q];
      physics.coefficients(of_material.data(), options.units, c.data());
      density[q] = physics.energy(here.data(), c.data());
    }
    return density;
  });
}

}  // namespace dgsolve
