#include "solver/flow/forces.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "solver/flow/momentum.hpp"

namespace dgsolve {
namespace {

std::vector<int> numbers_of(const Mesh& mesh, const std::vector<std::string>& groups) {
  std::vector<int> numbers;
  for (const std::string& name : groups) {
    const int number = index_of(mesh.boundary_names, name);
    if (number < 0) throw std::invalid_argument("forces: the mesh has no boundary " + name);
    numbers.push_back(number);
  }
  return numbers;
}

Point cross_product(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

/// Over the points seen so far.
struct Forces::Sums {
  Point force{}, viscous{}, moment{};
  double heat = 0, y_plus = 0;
};

std::vector<ForceColumn> force_columns(const Physics& physics, const ForceOptions& options) {
  const int dim = physics.info.dim;
  const bool viscous = physics.viscous.has_value();
  const std::string along = dim == 3 ? "" : "/m";
  std::vector<ForceColumn> columns;
  const auto add_vector = [&](const std::string& name) {
    for (int d = 0; d < dim; ++d) columns.push_back({name + "_" + "xyz"[d], "N" + along});
  };
  add_vector("force");
  if (viscous) add_vector("viscous");
  for (int d = dim == 3 ? 0 : 2; d < 3; ++d)
    columns.push_back({std::string("moment_") + "xyz"[d], "N m" + along});
  if (viscous) columns.push_back({"heat", "W" + along});
  if (viscous) columns.push_back({"y_plus", ""});
  if (options.has_coefficient()) columns.push_back({"coefficient", ""});
  if (options.has_moment_coefficient())
    for (int d = dim == 3 ? 0 : 2; d < 3; ++d)
      columns.push_back({std::string("moment_coefficient_") + "xyz"[d], ""});
  return columns;
}

Forces::Forces(const SpatialOperator& op, const WaveOptions& wave, const ForceOptions& options)
    : op_(op),
      options_(options),
      flux_(op, wave, numbers_of(op.discretization.mesh, options.of)),
      first_momentum_(first_momentum(op.physics.info)),
      energy_(index_of(op.physics.info.fields, "energy")) {
  if (!has_momentum(op.physics.info)) throw std::logic_error("forces: the equation has no momentum");
}

/// The body gets what leaves the flow through a point's part of the boundary.
void Forces::add(const BoundaryPoint& point, Sums& sums) const {
  const int dim = op_.discretization.mesh.dim;
  Point force{}, viscous{}, arm{};
  for (int d = 0; d < dim; ++d) {
    const int field = first_momentum_ + d;
    if (!point.viscous_flux.empty()) viscous[d] = -point.area * point.viscous_flux[field];
    force[d] = point.area * (point.flux[field] - options_.pressure * point.n[d]) + viscous[d];
    arm[d] = point.x[d] - options_.about[d];
  }
  const Point moment = cross_product(arm, force);
  for (int d = 0; d < 3; ++d) {
    sums.force[d] += force[d];
    sums.viscous[d] += viscous[d];
    sums.moment[d] += moment[d];
  }
  if (point.viscous_flux.empty()) return;
  sums.heat += heat_at(point);
  sums.y_plus = std::max(sums.y_plus, y_plus_at(point));
}

/// The energy that passes is heat and, at a wall that moves, work.
double Forces::heat_at(const BoundaryPoint& point) const {
  double density = point.flux[energy_] - point.viscous_flux[energy_];
  for (int d = 0; d < op_.discretization.mesh.dim; ++d) {
    const int field = first_momentum_ + d;
    density -= point.variables[d] * (point.flux[field] - point.viscous_flux[field]);
  }
  return point.area * density;
}

/// y √(ρτ)/μ of the first node, at y = altitude/(N + 1), with the friction τ along the wall (Schlichting &
/// Gersten, Boundary-Layer Theory, Springer 2017, section 17.1).
double Forces::y_plus_at(const BoundaryPoint& point) const {
  const int dim = op_.discretization.mesh.dim;
  double normal = 0, squares = 0;
  for (int d = 0; d < dim; ++d) normal += point.viscous_flux[first_momentum_ + d] * point.n[d];
  for (int d = 0; d < dim; ++d)
    squares += std::pow(point.viscous_flux[first_momentum_ + d] - normal * point.n[d], 2);
  const double y = point.altitude / (op_.discretization.element.N + 1),
               mu = op_.physics.viscous->viscosity(point.u.data(), point.c.data());
  return y * std::sqrt(point.u[0] * std::sqrt(squares)) / mu;
}

std::vector<double> Forces::at(std::span<const double> values, double t) const {
  Sums sums;
  flux_.for_each_point(values, t, [&](const BoundaryPoint& point) { add(point, sums); });
  const int dim = op_.discretization.mesh.dim, first_moment = dim == 3 ? 0 : 2;
  std::vector<double> row(sums.force.begin(), sums.force.begin() + dim);
  const bool viscous = op_.physics.viscous.has_value();
  if (viscous) row.insert(row.end(), sums.viscous.begin(), sums.viscous.begin() + dim);
  row.insert(row.end(), sums.moment.begin() + first_moment, sums.moment.end());
  if (viscous) row.insert(row.end(), {sums.heat, sums.y_plus});
  if (!options_.reference) return row;
  const ForceReference& stream = *options_.reference;
  const double scale = 0.5 * stream.rho * stream.velocity * stream.velocity * options_.area;
  if (options_.has_coefficient()) {
    double along = 0;
    for (int d = 0; d < dim; ++d) along += (*options_.direction)[d] * sums.force[d];
    row.push_back(along / scale);
  }
  for (int d = first_moment; d < 3; ++d) row.push_back(sums.moment[d] / (scale * options_.length));
  return row;
}

}  // namespace dgsolve
