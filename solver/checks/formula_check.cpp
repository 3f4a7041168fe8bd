#include "solver/checks/formula_check.hpp"

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

std::string at_time(double t) { return ", t = " + number_text(t); }

std::string field_text(const SpatialOperator& op, int field, int cell, double t) {
  return "for " + op.physics.info.fields[field] + " in " + cell_text(op.discretization.mesh, cell) +
         at_time(t);
}

void check_boundary_data(const SpatialOperator& op, const std::string& group,
                         const std::map<std::string, Expression>& data, double t) {
  const Discretization& d = op.discretization;
  const std::vector<double> points = nodes_of_group(d, index_of(d.mesh.boundary_names, group));
  for (const auto& [field, f] : data)
    check_finite(
        evaluate_at(f, d.mesh.dim, points, t), "boundaries." + group + ".data." + field,
        [&](std::size_t i) { return "at " + point_text(point_at(d.mesh.dim, points, i)) + at_time(t); });
}

}  // namespace

void check_fields(const SpatialOperator& op, const std::string& key,
                  const std::map<std::string, Expression>& fields, double t) {
  if (const auto found = op.discretization.find_not_finite(op.by_number(fields), t))
    throw_not_finite(key, field_text(op, found->field, found->cell, t));
}

void project_checked(const SpatialOperator& op, const std::string& key,
                     const std::map<std::string, Expression>& fields, double t, WaveState& state) {
  const Discretization& d = op.discretization;
  const std::size_t Np = d.element.Np, n_fields = op.physics.n_fields;
  const CellWriter project = d.projection(op.by_number(fields), t, op.physics.n_fields);
  state.fill(d.data_runs(), [&](int first, int last, std::span<double> values) {
    project(first, last, values);
    check_finite(values, key, [&](std::size_t i) {
      const std::size_t row = i / Np;
      return field_text(op, static_cast<int>(row % n_fields), first + static_cast<int>(row / n_fields), t);
    });
  });
}

void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t) {
  if (!options.source.empty()) check_fields(op, "source", options.source, t);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty()) check_boundary_data(op, name, boundary.data, t);
}

}  // namespace dgsolve
