#include "solver/electromagnetics/monitors/surface_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

void put_nodes(const ReferenceElement& element, Side side, SurfacePoints& to) {
  for (int m = 0; m < element.Nfp; ++m) {
    to.elements.push_back(side.element);
    to.weights.resize(to.weights.size() + element.Np, 0.0);
    *(to.weights.end() - element.Np + element.face_nodes[side.face * element.Nfp + m]) = 1;
  }
}

Side across(const Mesh& mesh, Side side) {
  const int i = side_index(mesh, side);
  if (mesh.neighbor[i] < 0)
    throw std::invalid_argument("a surface at the mesh's boundary has no cell outside, at " +
                                format_point(mesh.dim, face_center(mesh, side).data()));
  return {mesh.neighbor[i], mesh.neighbor_face[i]};
}

/// A plane encloses nothing, though it may part a mesh, as a line across a strip does.
bool is_plane(const Mesh& mesh, const std::vector<Side>& sides) {
  double area = 0;
  for (const Side& side : sides) area += length(scaled_normal(mesh, side));
  return length(sum_of_normals(mesh, sides)) > (1 - 1e-6) * area;
}

/// Whether a normal points away from where normals are to point.
bool is_turned(const Point& n, const std::optional<Point>& along) {
  const double forward = along ? dot(n, *along) : 0;
  if (std::abs(forward) > 1e-6 * length(n)) return forward < 0;
  return *std::max_element(n.begin(), n.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }) <
         0;
}

}  // namespace

SurfacePoints surface_points(const Discretization& d, const std::vector<Side>& sides, TraceSide trace) {
  const int dim = d.mesh.dim;
  const Quadrature rule = dim == 2 ? simplex_quadrature(1, 2 * d.element.N + 2)
                                   : symmetric_triangle_quadrature(2 * d.element.N + 2);
  const std::vector<CellMap> maps = face_maps(d.mesh, rule.points);
  const double sign = trace == TraceSide::inside ? 1 : -1;
  SurfacePoints points;
  points.to_points = interpolation(dim - 1, d.element.N, d.element.nodes_on_face(), rule.points);
  std::vector<double> x(rule.size() * dim), dxdr(rule.size() * dim * dim);
  for (const Side& named : sides) {
    const Side side = trace == TraceSide::inside ? named : across(d.mesh, named);
    put_nodes(d.element, side, points);
    maps[side.face].coordinates(side.element, x.data());
    maps[side.face].derivatives(side.element, dxdr.data());
    for (int q = 0; q < rule.size(); ++q) {
      double metric[9], n[3] = {};
      jacobian_and_metric(dim, &dxdr[q * dim * dim], metric);
      scaled_normal(dim, side.face, metric, n);
      const double measure = std::hypot(n[0], n[1], n[2]);
      points.x.push_back(point_at(dim, x, q));
      points.normal.push_back({sign * n[0] / measure, sign * n[1] / measure, sign * n[2] / measure});
      points.area.push_back(measure * rule.weights[q]);
    }
  }
  return points;
}

std::vector<double> SurfacePoints::at_points(std::span<const double> at_nodes) const {
  const int n_points = to_points.rows, Nfp = to_points.cols;
  const std::size_t n = elements.empty() ? 0 : at_nodes.size() / elements.size();
  std::vector<double> values(x.size() * n);
#pragma omp parallel for
  for (std::size_t point = 0; point < x.size(); ++point) {
    const double* const of_side = &at_nodes[point / n_points * Nfp * n];
    for (int m = 0; m < Nfp; ++m)
      for (std::size_t i = 0; i < n; ++i)
        values[point * n + i] += to_points(static_cast<int>(point % n_points), m) * of_side[m * n + i];
  }
  return values;
}

Point sum_of_normals(const Mesh& mesh, const std::vector<Side>& sides) {
  Point sum{};
  for (const Side& side : sides) {
    const Point n = scaled_normal(mesh, side);
    for (int i = 0; i < mesh.dim; ++i) sum[i] += n[i];
  }
  return sum;
}

std::vector<Side> named_surface(const Mesh& mesh, const std::vector<std::string>& names,
                                const std::optional<Point>& along) {
  if (names.size() != 1 || index_of(mesh.region_names, names.front()) >= 0)
    return surface_of_regions(mesh, names);
  std::vector<Side> sides = sides_of_group(mesh, names.front());
  if (sides.empty() || (is_closed(mesh, sides) && !is_plane(mesh, sides))) return sides;
  if (is_turned(sum_of_normals(mesh, sides), along) &&
      std::ranges::all_of(sides, [&](Side side) { return mesh.neighbor[side_index(mesh, side)] >= 0; }))
    for (Side& side : sides) side = across(mesh, side);
  return sides;
}

}  // namespace dgsolve
