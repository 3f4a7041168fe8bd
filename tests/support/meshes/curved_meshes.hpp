/// Small meshes for tests: simplices by hand, bent boxes.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/box.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {

using Point = std::array<double, 3>;

/// Moves every geometry node.
inline void bend(Mesh& mesh, const std::function<Point(Point)>& map) {
  for (Point& x : mesh.nodes) x = map(x);
}

/// Makes the faces between the mesh's first region and the others a boundary group.
inline void name_border(Mesh& mesh, const std::string& name) {
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side) {
    const int neighbor = mesh.neighbor[side];
    if (neighbor >= 0 && (mesh.region[side / mesh.n_faces()] == 0) != (mesh.region[neighbor] == 0))
      mesh.boundary[side] = static_cast<int>(mesh.boundary_names.size());
  }
  mesh.boundary_names.push_back(name);
}

/// The unit square or cube with n cells an axis, bent by smooth waves that leave no cell straight.
inline Mesh wavy_box(int dim, int n, int geometry_order) {
  Mesh mesh = make_box({.dim = dim, .cells = {n, n, n}, .geometry_order = geometry_order});
  bend(mesh, [dim](Point x) {
    Point y = x;
    for (int d = 0; d < dim; ++d) y[d] += 0.06 * std::sin(2 * x[(d + 1) % dim] + x[d] + d);
    return y;
  });
  return mesh;
}

/// The unit square or cube, whose opposite sides are periodic; of order 2 and more bent by a wave of that
/// period. jitter: of straight cells.
inline Mesh wavy_periodic_box(int dim, int n, int geometry_order, double jitter = 0) {
  Mesh mesh = make_box({.dim = dim,
                        .cells = {n, n, n},
                        .periodic = {true, true, dim == 3},
                        .jitter = geometry_order == 1 ? jitter : 0,
                        .geometry_order = geometry_order});
  if (geometry_order == 1) return mesh;
  bend(mesh, [dim](Point x) {
    Point y = x;
    for (int d = 0; d < dim; ++d) y[d] += 0.03 * std::sin(2 * std::numbers::pi * x[(d + 1) % dim]);
    return y;
  });
  return mesh;
}

/// Radii 1 to 2: a quarter of a ring (2D), or of a spherical shell between latitudes −45° and 45° (3D).
inline Mesh shell_sector(int dim, int n, int geometry_order) {
  Mesh mesh = make_box({.dim = dim, .cells = {n, n, n}, .geometry_order = geometry_order});
  bend(mesh, [dim](Point x) {
    const double radius = 1 + x[0], angle = x[1] * std::numbers::pi / 2;
    const double latitude = dim == 3 ? (x[2] - 0.5) * std::numbers::pi / 2 : 0;
    return Point{radius * std::cos(angle) * std::cos(latitude), radius * std::sin(angle) * std::cos(latitude),
                 radius * std::sin(latitude)};
  });
  return mesh;
}

/// Straight cells with given vertices; one region "region", all exterior faces in one group "walls". Not
/// checked.
inline Mesh simplices(int dim, const std::vector<std::vector<double>>& vertices,
                      const std::vector<std::vector<int>>& cells) {
  Mesh mesh;
  mesh.dim = dim;
  mesh.nodes_per_element = dim + 1;
  for (int v = 0; v <= dim; ++v)
    for (int d = 0; d < dim; ++d) mesh.reference_nodes.push_back(v == d + 1 ? 1 : -1);
  for (const auto& x : vertices) mesh.nodes.push_back({x[0], x[1], dim == 3 ? x[2] : 0});
  for (const auto& cell : cells) mesh.elements.insert(mesh.elements.end(), cell.begin(), cell.end());
  mesh.region_names = {"region"};
  mesh.region.assign(cells.size(), 0);
  mesh.boundary_names = {"walls"};
  connect(mesh, {});
  for (std::size_t i = 0; i < mesh.neighbor.size(); ++i)
    if (mesh.neighbor[i] < 0) mesh.boundary[i] = 0;
  return mesh;
}

}  // namespace dgsolve
