#include "solver/checks/formula_check.hpp"

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

std::string at_time(double t) { return ", t = " + number_text(t); }

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

std::vector<double> project_checked(const SpatialOperator& op, const std::string& key,
                                    const std::map<std::string, Expression>& fields, double t) {
  std::vector<double> state = op.project(fields, t);
  const std::size_t Np = op.discretization.element.Np, n_fields = op.physics.n_fields;
  check_finite(state, key, [&](std::size_t i) {
    const std::size_t row = i / Np;
    return "for " + op.physics.info.fields[row % n_fields] + " in " +
           cell_text(op.discretization.mesh, static_cast<int>(row / n_fields)) + at_time(t);
  });
  return state;
}

void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t) {
  if (!options.source.empty()) project_checked(op, "source", options.source, t);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty()) check_boundary_data(op, name, boundary.data, t);
}

}  // namespace dgsolve
