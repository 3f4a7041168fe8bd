#include "solver/checks/formula_check.hpp"

#include <algorithm>

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/waves/boundary_conditions.hpp"

namespace dgsolve {
namespace {

std::string at_time(double t) { return ", t = " + number_text(t); }

std::string field_text(const std::string& field, const std::string& cell, double t) {
  return "for " + field + " in " + cell + at_time(t);
}

void check_boundary_data(const SpatialOperator& op, const WaveOptions& options, const std::string& group,
                         double t) {
  const Discretization& d = op.discretization;
  const std::vector<double> points = nodes_of_group(d, index_of(d.mesh.boundary_names, group));
  const BoundaryOptions& boundary = options.boundaries.at(group);
  const BoundaryTypeInfo* type = find_boundary_type(op.physics.info, boundary);
  const std::vector<ParameterInfo> known =
      type && !type->parameters.empty() ? type->parameters : state_variables(op.physics.info);
  for (const auto& [name, f] : boundary.data) {
    const std::string key = key_of_data(op.physics, options, group) + '.' + name;
    const auto where = [&](std::size_t i) {
      return "at " + point_text(point_at(d.mesh.dim, points, i)) + at_time(t);
    };
    const std::vector<double> values = evaluate_at(f, d.mesh.dim, points, t);
    check_finite(values, key, where);
    const auto of_name = std::ranges::find(known, name, &ParameterInfo::name);
    if (of_name == known.end() || of_name->range != ParameterRange::positive) continue;
    const auto wrong = std::ranges::find_if(values, [](double value) { return !(value > 0); });
    if (wrong != values.end())
      throw std::invalid_argument(key + ": got " + number_text(*wrong) + ' ' + where(wrong - values.begin()) +
                                  "; expected a number > 0 everywhere");
  }
}

}  // namespace

void check_fields(const SpatialOperator& op, const std::string& key,
                  const std::map<std::string, Expression>& fields, double t) {
  const Discretization& d = op.discretization;
  std::vector<FieldFormula> numbered;
  std::vector<std::string> names;
  for (const auto& [name, formula] : fields) {
    numbered.push_back({static_cast<int>(names.size()), formula});
    names.push_back(name);
  }
  if (const auto found = d.find_not_finite(numbered, t))
    throw_not_finite(key, field_text(names[found->field], cell_text(d.mesh, found->cell), t));
}

CellWriter initial_projection(const NodalSpace& space, const Physics& physics, const WaveOptions& options,
                              int first_cell) {
  const StateFormulas initial = state_formulas(physics, options, options.initial);
  return [&space, &physics, first_cell,
          project = space.projection(initial.formulas, 0, physics.n_fields, physics.curl_pair,
                                     initial.state)](int first, int last, std::span<double> values) {
    project(first, last, values);
    check_finite(values, "initial", [&](std::size_t i) {
      const std::size_t row = i / space.element.Np;
      const int cell = first + static_cast<int>(row / physics.n_fields);
      return field_text(physics.info.fields[row % physics.n_fields], cell_text(space.mesh, cell, first_cell),
                        0);
    });
  };
}

void check_admissible(const SpatialOperator& op, const std::map<std::string, Expression>& initial) {
  const Physics& physics = op.physics;
  if (!physics.admissible) return;
  const Discretization& d = op.discretization;
  for_each_state(
      d, physics, op.coefficients, initial,
      [&](int e, int node, const std::vector<double>& variables, const double* u, const double* c) {
        if (!physics.admissible(u, c))
          admitted_state(physics, variables, c, "initial", point_at(d.mesh.dim, d.nodes_of(e), node));
      });
}

void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t) {
  if (!options.source.empty()) check_fields(op, "source", options.source, t);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty()) check_boundary_data(op, options, name, t);
}

}  // namespace dgsolve
