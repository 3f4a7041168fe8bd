#include "solver/waves/monitors/symmetry_planes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/geometric_factors.hpp"

namespace dgsolve {
namespace {

using Edge = std::vector<int>;  ///< of a face: its vertices but one, ascending; in 2D one vertex

std::vector<Edge> edges_of(const Mesh& mesh, Side side) {
  const FaceVertices vertices = face_vertices(mesh, side);
  std::vector<Edge> edges;
  for (int left_out = 0; left_out < mesh.dim; ++left_out) {
    Edge edge;
    for (int i = 0; i < mesh.dim; ++i)
      if (i != left_out) edge.push_back(vertices[i]);
    std::ranges::sort(edge);
    edges.push_back(edge);
  }
  return edges;
}

/// Those of one face, or of an odd number.
std::set<Edge> open_edges(const Mesh& mesh, const std::vector<Side>& sides) {
  std::set<Edge> open;
  for (const Side& side : sides)
    for (const Edge& edge : edges_of(mesh, side))
      if (!open.insert(edge).second) open.erase(edge);
  return open;
}

Point unit_normal(const Mesh& mesh, Side side) {
  const std::array<double, 9> dxdr = straight_derivatives(mesh, side.element);
  double metric[9];
  Point n{};
  jacobian_and_metric(mesh.dim, dxdr.data(), metric);
  scaled_normal(mesh.dim, side.face, metric, n.data());
  const double size = length(n);
  for (double& component : n) component /= size;
  return n;
}

bool lies_in(const Mesh& mesh, Side side, const SymmetryPlane& plane) {
  const FaceVertices vertices = face_vertices(mesh, side);
  const Point normal = unit_normal(mesh, side);
  if (std::abs(dot(normal, plane.normal)) < 1 - 1e-8) return false;
  const double size = distance(mesh.nodes[vertices[0]], mesh.nodes[vertices[1]]);
  return std::abs(dot(difference(mesh.nodes[vertices[0]], plane.through), plane.normal)) < 1e-6 * size;
}

[[noreturn]] void refuse(const Mesh& mesh, const Edge& edge) {
  throw std::invalid_argument(
      "the surface is not closed: it ends at " + format_point(mesh.dim, mean_of(mesh, edge).data()) +
      "; expected a closed one, or one that ends on plane boundaries of type pec or pmc");
}

}  // namespace

std::vector<SymmetryPlane> symmetry_planes(const Mesh& mesh, const WaveOptions& options,
                                           const std::vector<Side>& sides) {
  const std::set<Edge> open = open_edges(mesh, sides);
  std::vector<SymmetryPlane> planes;
  std::set<Edge> closed;
  for (const Side& side : open.empty() ? std::vector<Side>{} : exterior_sides(mesh)) {
    const int group = mesh.boundary[side_index(mesh, side)];
    if (group < 0) continue;
    const auto boundary = options.boundaries.find(mesh.boundary_names[group]);
    if (boundary == options.boundaries.end()) continue;
    const std::string& type = boundary->second.type;
    if (type != "pec" && type != "pmc") continue;
    for (const Edge& edge : edges_of(mesh, side)) {
      if (!open.contains(edge)) continue;
      const auto known = std::ranges::find_if(planes, [&](const auto& p) { return lies_in(mesh, side, p); });
      if (known == planes.end()) {
        if (planes.size() == 3) refuse(mesh, edge);
        planes.push_back({mesh.nodes[face_vertices(mesh, side)[0]], unit_normal(mesh, side), type == "pec"});
      } else if (known->electric != (type == "pec")) {
        refuse(mesh, edge);
      }
      closed.insert(edge);
    }
  }
  for (const Edge& edge : open)
    if (!closed.contains(edge)) refuse(mesh, edge);
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(dot(planes[i].normal, planes[j].normal)) > 1e-6)
        throw std::invalid_argument(
            "the surface ends on planes that are not perpendicular to each other, which would need more "
            "images than one a plane");
  return planes;
}

}  // namespace dgsolve
