#include "solver/checks/formula_check.hpp"

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

std::string at_time(double t) { return ", t = " + number_text(t); }

std::string field_text(const Physics& physics, int field, const std::string& cell, double t) {
  return "for " + physics.info.fields[field] + " in " + cell + at_time(t);
}

void check_boundary_data(const SpatialOperator& op, const WaveOptions& options, const std::string& group,
                         double t) {
  const Discretization& d = op.discretization;
  const std::vector<double> points = nodes_of_group(d, index_of(d.mesh.boundary_names, group));
  for (const auto& [name, f] : options.boundaries.at(group).data)
    check_finite(
        evaluate_at(f, d.mesh.dim, points, t), key_of_data(op.physics, options, group) + '.' + name,
        [&](std::size_t i) { return "at " + point_text(point_at(d.mesh.dim, points, i)) + at_time(t); });
}

}  // namespace

void check_fields(const SpatialOperator& op, const std::string& key,
                  const std::map<std::string, Expression>& fields, double t) {
  const Discretization& d = op.discretization;
  if (const auto found = d.find_not_finite(by_number(op.physics, fields), t))
    throw_not_finite(key, field_text(op.physics, found->field, cell_text(d.mesh, found->cell), t));
}

CellWriter checked_projection(const NodalSpace& space, const Physics& physics, const std::string& key,
                              const std::map<std::string, Expression>& fields, double t, int first_cell) {
  return [&space, &physics, key, t, first_cell,
          project = space.projection(by_number(physics, fields), t, physics.n_fields, physics.curl_pair)](
             int first, int last, std::span<double> values) {
    project(first, last, values);
    check_finite(values, key, [&](std::size_t i) {
      const std::size_t row = i / space.element.Np;
      const int cell = first + static_cast<int>(row / physics.n_fields);
      return field_text(physics, static_cast<int>(row % physics.n_fields),
                        cell_text(space.mesh, cell, first_cell), t);
    });
  };
}

void check_admissible(const SpatialOperator& op, const std::map<std::string, Expression>& initial) {
  const Physics& physics = op.physics;
  if (!physics.admissible) return;
  const Discretization& d = op.discretization;
  const int Np = d.element.Np;
  std::vector<Expression> formulas(physics.n_fields);
  for (const FieldFormula& of_field : by_number(physics, initial))
    formulas[of_field.field] = of_field.formula;
  for (int e = 0; e < d.K(); ++e) {
    const std::vector<double> nodes = d.nodes_of(e);
    const auto values = evaluate_at(formulas, d.mesh.dim, nodes);  // [field][node]
    for (int i = 0; i < Np; ++i) {
      std::vector<double> u;
      for (const auto& of_field : values) u.push_back(of_field[i]);
      const double* c =
          op.coefficients.cell(e, Np) + (physics.nodal_coefficients ? i * op.coefficients.n : 0);
      if (physics.admissible(u.data(), c)) continue;
      std::string state;
      for (int field = 0; field < physics.n_fields; ++field)
        state += (field > 0 ? ", " : "") + physics.info.fields[field] + " = " + number_text(u[field]);
      throw std::invalid_argument("initial: the state is " + state + " at " +
                                  point_text(point_at(d.mesh.dim, nodes, i)) + "; " + physics.info.equation +
                                  " admits " + physics.info.admitted + " only");
    }
  }
}

void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t) {
  if (!options.source.empty()) check_fields(op, "source", options.source, t);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty()) check_boundary_data(op, options, name, t);
}

}  // namespace dgsolve
