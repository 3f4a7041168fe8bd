#include "solver/checks/incidence.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

/// Outward unit normal; of a curved face at one of its points.
std::vector<double> unit_normal(const Discretization& d, const Side& side) {
  const int dim = d.mesh.dim;
  std::vector<double> n = d.factors.normal(side.element, side.face, 0);
  const double length = std::hypot(n[0], n[1], dim == 3 ? n[2] : 0.0);
  for (double& component : n) component /= length;
  return n;
}

/// Sides of the group's faces from which its data is seen.
std::vector<Side> sides_of(const Mesh& mesh, const std::string& group, const std::string& into) {
  std::vector<Side> sides = all_sides_of_group(mesh, group);
  if (!into.empty())
    std::erase_if(sides, [&](Side side) { return mesh.region_names[mesh.region[side.element]] != into; });
  return sides;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

Incidence incidence_of(const SpatialOperator& op, const WaveOptions& options, const std::string& group,
                       double final) {
  constexpr std::size_t most_sides = 40;
  constexpr int n_times = 1000;
  const Discretization& d = op.discretization;
  const Physics& physics = op.physics;
  const BoundaryOptions& boundary = options.boundaries.at(group);
  const std::vector<Side> sides = sides_of(d.mesh, group, boundary.into);
  const std::size_t stride = std::max<std::size_t>(1, sides.size() / most_sides);
  const std::vector<double> zero(physics.n_fields, 0);
  std::vector<double> u(physics.n_fields), flux(physics.n_fields);
  const FluxValues upwind = flux_values(physics.info);
  Incidence found;
  for (std::size_t s = 0; s < sides.size(); s += stride) {
    const auto [e, f] = sides[s];
    const std::vector<double> n = unit_normal(d, sides[s]);
    const double* c = op.coefficients.cell(e, d.element.Np);
    const int node = d.element.face_nodes[f * d.element.Nfp + static_cast<int>(s) % d.element.Nfp];
    const auto [x, y, z] = point_at(d.mesh.dim, d.nodes_of(e), node);
    for (int i = 0; i < n_times; ++i) {
      std::fill(u.begin(), u.end(), 0);
      for (const auto& [field, formula] : boundary.data)
        u[index_of(physics.info.fields, field)] = formula(x, y, z, (i + 0.5) * final / n_times);
      physics.numerical_flux(zero.data(), c, u.data(), c, n.data(), upwind, flux.data());
      const double in = -dot(u, flux) / 2;
      physics.numerical_flux(u.data(), c, zero.data(), c, n.data(), upwind, flux.data());
      const double out = dot(u, flux) / 2;
      found.entering += in;
      found.leaving += out;
      found.through += std::abs(in - out);
    }
  }
  return found;
}

}  // namespace dgsolve
