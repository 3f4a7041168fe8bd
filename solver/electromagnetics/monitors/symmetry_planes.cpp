#include "solver/electromagnetics/monitors/symmetry_planes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "mesh/topology/surfaces.hpp"
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

bool lies_in(const Mesh& mesh, Side side, const SymmetryPlane& plane) {
  const FaceVertices vertices = face_vertices(mesh, side);
  const Point normal = unit(scaled_normal(mesh, side));
  if (std::abs(dot(normal, plane.normal)) < 1 - 1e-8) return false;
  const double size = distance(mesh.nodes[vertices[0]], mesh.nodes[vertices[1]]);
  return std::abs(dot(difference(mesh.nodes[vertices[0]], plane.through), plane.normal)) < 1e-6 * size;
}

std::string at(const Mesh& mesh, Side side) {
  return ", at " + format_point(mesh.dim, face_center(mesh, side).data());
}

/// A plane on which the surface ends, and a face of it.
struct FoundPlane {
  SymmetryPlane plane;
  Side side;
  std::string boundary;
};

/// The type of the boundary that a side belongs to; empty: none.
std::string type_at(const Mesh& mesh, const WaveOptions& options, Side side) {
  const int group = mesh.boundary[side_index(mesh, side)];
  if (group < 0) return {};
  const auto boundary = options.boundaries.find(mesh.boundary_names[group]);
  return boundary == options.boundaries.end() ? "" : boundary->second.type;
}

bool is_wall_type(const std::string& type) { return type == "pec" || type == "pmc"; }

[[noreturn]] void refuse(const Mesh& mesh, const Edge& edge) {
  throw std::invalid_argument(
      "the surface is not closed: it ends at " + format_point(mesh.dim, mean_of(mesh, edge).data()) +
      "; expected a closed one, or one that ends on plane boundaries of type pec or pmc");
}

/// Images are right where the mesh lies on one side of the plane.
void check_that_mesh_ends_at(const FoundPlane& found, const Mesh& mesh) {
  const auto [lower, upper] = bounding_box(mesh.nodes);
  for (const Point& x : mesh.nodes)
    if (dot(difference(x, found.plane.through), found.plane.normal) > 1e-6 * distance(lower, upper))
      throw std::invalid_argument("the surface ends on the boundary " + found.boundary +
                                  at(mesh, found.side) +
                                  ", which is no symmetry plane: the mesh goes on behind its plane, as at " +
                                  format_point(mesh.dim, x.data()) +
                                  "; expected a surface around that boundary, or one that ends at whole "
                                  "planes of the mesh's outside");
}

/// Outside the surface there must be nothing but planes of one type each, and what lets waves out.
void check_what_is_outside(const std::vector<FoundPlane>& planes, const Mesh& mesh,
                           const WaveOptions& options, const std::vector<Side>& sides) {
  std::vector<bool> inside = cells_inside(mesh, sides), is_on_surface(mesh.boundary.size());
  for (const Side& side : sides) {
    const int i = side_index(mesh, side);
    is_on_surface[side_index(mesh, {mesh.neighbor[i], mesh.neighbor_face[i]})] = true;
  }
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const Side side{e, f};
      const int i = side_index(mesh, side);
      const std::string type = inside[e] || is_on_surface[i] ? "" : type_at(mesh, options, side);
      if (type.empty() || (mesh.neighbor[i] >= 0 && !is_wall_type(type))) continue;
      const auto plane =
          std::ranges::find_if(planes, [&](const FoundPlane& p) { return lies_in(mesh, side, p.plane); });
      const std::string name = mesh.boundary_names[mesh.boundary[i]] + ", which is " + type + at(mesh, side);
      if (plane == planes.end() && is_wall_type(type))
        throw std::invalid_argument("outside the surface lies the boundary " + name +
                                    ", in no symmetry plane on which the surface ends; expected a surface "
                                    "around all that scatters");
      if (plane != planes.end() && type != type_at(mesh, options, plane->side))
        throw std::invalid_argument("the surface ends on the boundary " + plane->boundary +
                                    at(mesh, plane->side) +
                                    ", which is no symmetry plane: in its plane, outside the surface, lies "
                                    "the boundary " +
                                    name + "; expected a whole plane of one type");
    }
}

std::vector<FoundPlane> planes_at(const std::set<Edge>& open, const Mesh& mesh, const WaveOptions& options) {
  std::vector<FoundPlane> planes;
  std::set<Edge> closed;
  for (const Side& side : open.empty() ? std::vector<Side>{} : exterior_sides(mesh)) {
    const std::string type = type_at(mesh, options, side);
    if (!is_wall_type(type)) continue;
    for (const Edge& edge : edges_of(mesh, side)) {
      if (!open.contains(edge)) continue;
      const auto known =
          std::ranges::find_if(planes, [&](const FoundPlane& p) { return lies_in(mesh, side, p.plane); });
      if (known == planes.end()) {
        if (planes.size() == 3) refuse(mesh, edge);
        planes.push_back(
            {{mesh.nodes[face_vertices(mesh, side)[0]], unit(scaled_normal(mesh, side)), type == "pec"},
             side,
             mesh.boundary_names[mesh.boundary[side_index(mesh, side)]]});
      } else if (known->plane.electric != (type == "pec")) {
        refuse(mesh, edge);
      }
      closed.insert(edge);
    }
  }
  for (const Edge& edge : open)
    if (!closed.contains(edge)) refuse(mesh, edge);
  return planes;
}

}  // namespace

std::vector<SymmetryPlane> symmetry_planes(const Mesh& mesh, const WaveOptions& options,
                                           const std::vector<Side>& sides) {
  const std::vector<FoundPlane> found = planes_at(open_edges(mesh, sides), mesh, options);
  for (const FoundPlane& plane : found) check_that_mesh_ends_at(plane, mesh);
  check_what_is_outside(found, mesh, options, sides);
  std::vector<SymmetryPlane> planes;
  for (const FoundPlane& plane : found) planes.push_back(plane.plane);
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(dot(planes[i].normal, planes[j].normal)) > 1e-6)
        throw std::invalid_argument(
            "the surface ends on planes that are not perpendicular to each other, which would need more "
            "images than one a plane");
  return planes;
}

}  // namespace dgsolve
