#include "solver/waves/monitors/surface_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

/// One face of the reference cell, at the quadrature's points.
struct FaceTable {
  CellMap map;
  Matrix values;  ///< [point][Np]: nodes → points
};

std::vector<FaceTable> face_tables(const Discretization& d, const Quadrature& rule) {
  const ReferenceElement& element = d.element;
  const Matrix to_modes = inverse(element.V), modes = geometry_modes(d.mesh);
  std::vector<FaceTable> tables;
  for (int f = 0; f < element.n_faces; ++f) {
    const std::vector<double> points = points_on_face(element.dim, f, rule.points);
    tables.push_back({CellMap(d.mesh, points, modes), basis(element.dim, element.N, points) * to_modes});
  }
  return tables;
}

Side across(const Mesh& mesh, Side side) {
  const int i = side_index(mesh, side);
  if (mesh.neighbor[i] < 0)
    throw std::invalid_argument("a surface at the mesh's boundary has no cell outside, at " +
                                format_point(mesh.dim, face_center(mesh, side).data()));
  return {mesh.neighbor[i], mesh.neighbor_face[i]};
}

/// The sum of the faces' normals, of the lengths of their areas but for one factor; and the sum of these.
struct NormalSum {
  Point normal{};
  double area = 0;
  /// A plane encloses nothing, though it may part a mesh, as a line across a strip does.
  bool is_plane() const { return length(normal) > (1 - 1e-6) * area; }
};
NormalSum sum_of_normals(const Mesh& mesh, const std::vector<Side>& sides) {
  NormalSum sum;
  for (const Side& side : sides) {
    const std::array<double, 9> dxdr = straight_derivatives(mesh, side.element);
    double metric[9], n[3] = {};
    jacobian_and_metric(mesh.dim, dxdr.data(), metric);
    scaled_normal(mesh.dim, side.face, metric, n);
    for (int i = 0; i < mesh.dim; ++i) sum.normal[i] += n[i];
    sum.area += std::hypot(n[0], n[1], n[2]);
  }
  return sum;
}

}  // namespace

SurfacePoints surface_points(const Discretization& d, const std::vector<Side>& sides, TraceSide trace) {
  const int dim = d.mesh.dim, Np = d.element.Np;
  const Quadrature rule = dim == 2 ? simplex_quadrature(1, 2 * d.element.N + 2)
                                   : symmetric_triangle_quadrature(2 * d.element.N + 2);
  const std::vector<FaceTable> tables = face_tables(d, rule);
  const double sign = trace == TraceSide::inside ? 1 : -1;
  SurfacePoints points;
  std::vector<double> x(rule.size() * dim), dxdr(rule.size() * dim * dim);
  for (const Side& named : sides) {
    const Side side = trace == TraceSide::inside ? named : across(d.mesh, named);
    const FaceTable& table = tables[side.face];
    table.map.coordinates(side.element, x.data());
    table.map.derivatives(side.element, dxdr.data());
    for (int q = 0; q < rule.size(); ++q) {
      double metric[9], n[3] = {};
      jacobian_and_metric(dim, &dxdr[q * dim * dim], metric);
      scaled_normal(dim, side.face, metric, n);
      const double measure = std::hypot(n[0], n[1], n[2]);
      points.elements.push_back(side.element);
      for (int i = 0; i < Np; ++i) points.weights.push_back(table.values(q, i));
      points.x.push_back(point_at(dim, x, q));
      points.normal.push_back({sign * n[0] / measure, sign * n[1] / measure, sign * n[2] / measure});
      points.area.push_back(measure * rule.weights[q]);
    }
  }
  return points;
}

std::vector<Side> named_surface(const Mesh& mesh, const std::vector<std::string>& names) {
  if (names.size() != 1 || index_of(mesh.region_names, names.front()) >= 0)
    return surface_of_regions(mesh, names);
  std::vector<Side> sides = sides_of_group(mesh, names.front());
  const NormalSum sum = sum_of_normals(mesh, sides);
  if (sides.empty() || (is_closed(mesh, sides) && !sum.is_plane())) return sides;
  const Point& n = sum.normal;
  const double largest =
      *std::max_element(n.begin(), n.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (largest < 0 &&
      std::ranges::all_of(sides, [&](Side side) { return mesh.neighbor[side_index(mesh, side)] >= 0; }))
    for (Side& side : sides) side = across(mesh, side);
  return sides;
}

}  // namespace dgsolve
