/// Implements solver/discretization/discretization.hpp.
/// Finds the cell that contains a point.
#include <algorithm>
#include <cmath>
#include <optional>

#include "solver/discretization/discretization.hpp"

namespace dgsolve {
namespace {

/// A point this far outside the reference simplex, or outside a cell's box relative to its size, still
/// belongs to the cell.
constexpr double barycentric_tolerance = 1e-9;

/// Whether a point lies in the bounding box of the first n_nodes geometry nodes of a cell, enlarged on every
/// side by `margin` of its size.
bool in_box(const Mesh& mesh, int e, int n_nodes, double margin, const Point& x) {
  Point lower = mesh.vertex(e, 0), upper = lower;
  for (int i = 1; i < n_nodes; ++i)
    for (int d = 0; d < mesh.dim; ++d) {
      lower[d] = std::min(lower[d], mesh.vertex(e, i)[d]);
      upper[d] = std::max(upper[d], mesh.vertex(e, i)[d]);
    }
  double size = 0;
  for (int d = 0; d < mesh.dim; ++d) size = std::max(size, upper[d] - lower[d]);
  for (int d = 0; d < mesh.dim; ++d)
    if (!(x[d] >= lower[d] - margin * size && x[d] <= upper[d] + margin * size)) return false;
  return true;
}

bool in_simplex(int dim, const double* r) {
  double first = 1;  // barycentric coordinates
  for (int d = 0; d < dim; ++d) {
    const double share = (1 + r[d]) / 2;
    if (!(share >= -barycentric_tolerance)) return false;
    first -= share;
  }
  return first >= -barycentric_tolerance;
}

/// Newton's method for x(r) = x, started at the cell's middle. False where it does not converge near the
/// cell.
bool find_in_curved_cell(const Mesh& mesh, const Matrix& modes, int e, const Point& x, double* r) {
  const int dim = mesh.dim;
  std::fill_n(r, dim, 2.0 / (dim + 1) - 1);
  for (int iteration = 0; iteration < 50; ++iteration) {
    const CellMap map(mesh, {r, r + dim}, modes);
    double at[3], dxdr[9], metric[9], step = 0, farthest = 0;
    map.coordinates(e, at);
    map.derivatives(e, dxdr);
    const double J = jacobian_and_metric(dim, dxdr, metric);
    for (int i = 0; i < dim; ++i) {
      double change = 0;
      for (int j = 0; j < dim; ++j) change += metric[i * dim + j] / J * (x[j] - at[j]);
      r[i] += change;
      step = std::max(step, std::abs(change));
      farthest = std::max(farthest, std::abs(r[i]));
    }
    if (!(farthest < 10)) return false;
    if (step < 1e-13) return true;
  }
  return false;
}

/// Reference coordinates of a point in cell e, if it lies there.
std::optional<Location> location_in(const Discretization& d, const Matrix& modes, int e, const Point& x) {
  const int dim = d.mesh.dim;
  Location where{e, {}};
  if (d.factors.is_curved(e)) {
    // A curved face may bulge beyond its nodes.
    if (in_box(d.mesh, e, d.mesh.nodes_per_element, 0.5, x) &&
        find_in_curved_cell(d.mesh, modes, e, x, where.r) && in_simplex(dim, where.r))
      return where;
    return {};
  }
  if (!in_box(d.mesh, e, dim + 1, barycentric_tolerance, x)) return {};
  const std::array<double, 9> r_x = d.factors.straight(e).metric;
  for (int i = 0; i < dim; ++i) {
    where.r[i] = -1;
    for (int j = 0; j < dim; ++j) where.r[i] += r_x[i * dim + j] * (x[j] - d.mesh.vertex(e, 0)[j]);
  }
  if (in_simplex(dim, where.r)) return where;
  return {};
}

}  // namespace

std::vector<Location> Discretization::locate_all(const Point& x) const {
  const Matrix modes = geometry_modes(mesh);
  std::vector<Location> found{locate(x)};
  for (int e = found[0].element + 1; e < K(); ++e)
    if (const std::optional<Location> where = location_in(*this, modes, e, x)) found.push_back(*where);
  return found;
}

Location Discretization::locate(const Point& x) const {
  const int dim = mesh.dim;
  const Matrix modes = geometry_modes(mesh);
  int found = K();
#pragma omp parallel for reduction(min : found)
  for (int e = 0; e < K(); ++e)
    if (e < found && location_in(*this, modes, e, x)) found = e;
  if (found < K()) return *location_in(*this, modes, found, x);
  const auto [lower, upper] = bounding_box(mesh.nodes);
  throw MeshError("point " + format_point(dim, x.data()) + " is in no cell of the mesh, which lies between " +
                  format_point(dim, lower.data()) + " and " + format_point(dim, upper.data()));
}

}  // namespace dgsolve
