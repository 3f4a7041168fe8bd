#include "solver/formula_check.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mesh/problems.hpp"
#include "solver/formula_points.hpp"
#include "solver/number_text.hpp"

namespace dgsolve {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& place, double t) {
  throw std::invalid_argument(key + ": got no finite number " + place + ", t = " + number_text(t) +
                              "; expected a formula that is one everywhere");
}

void check_boundary_data(const SpatialOperator& op, const std::string& group,
                         const std::map<std::string, Expression>& data, double t) {
  const Discretization& d = op.discretization;
  const FormulaPoints points = nodes_of_group(d, index_of(d.mesh.boundary_names, group));
  for (const auto& [field, f] : data) {
    const std::vector<double> values = points.values(f, t);
    const auto found = std::find_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); });
    if (found == values.end()) continue;
    const std::size_t p = found - values.begin();
    refuse("boundaries." + group + ".data." + field,
           "at " + point_text({points.x[p], points.y[p], points.z[p]}), t);
  }
}

}  // namespace

std::vector<double> project_checked(const SpatialOperator& op, const std::string& key,
                                    const std::map<std::string, Expression>& fields, double t) {
  std::vector<double> state = op.project(fields, t);
  const auto found = std::find_if(state.begin(), state.end(), [](double v) { return !std::isfinite(v); });
  if (found == state.end()) return state;
  const std::size_t row = (found - state.begin()) / op.discretization.element.Np;
  refuse(key + "." + op.physics.info.fields[row % op.physics.n_fields],
         "in " + cell_text(op.discretization.mesh, static_cast<int>(row / op.physics.n_fields)), t);
}

void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t) {
  if (!options.source.empty()) project_checked(op, "source", options.source, t);
  if (!options.exact.empty()) project_checked(op, "exact", options.exact, t);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty()) check_boundary_data(op, name, boundary.data, t);
}

}  // namespace dgsolve
