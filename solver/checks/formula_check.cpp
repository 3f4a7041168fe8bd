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
          project = space.projection(by_number(physics, fields), t, physics.n_fields)](
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

void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t) {
  if (!options.source.empty()) check_fields(op, "source", options.source, t);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty()) check_boundary_data(op, options, name, t);
}

}  // namespace dgsolve
