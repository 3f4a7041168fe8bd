/// Implements mesh/topology/connectivity.hpp.
/// Periodic boundaries: exterior faces that are translates of each other become neighbours.
#include <algorithm>
#include <unordered_map>

#include "mesh/base/faces.hpp"
#include "mesh/base/point_search.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {
namespace {

/// Of the domain's size: a side that was turned by 1e-7 has its partner still.
constexpr double node_distance = 1e-6;

bool is_pair(const Mesh& mesh, const std::string& a, const std::string& b) {
  return std::ranges::any_of(mesh.periodic_pairs, [&](const auto& pair) {
    return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a);
  });
}

/// False where they are in no group.
bool record_pair(Mesh& mesh, Side a, Side b) {
  const int ga = mesh.boundary[side_index(mesh, a)], gb = mesh.boundary[side_index(mesh, b)];
  if (ga < 0 || gb < 0) return false;
  const std::string &na = mesh.boundary_names[ga], &nb = mesh.boundary_names[gb];
  if (!is_pair(mesh, na, nb)) mesh.periodic_pairs.push_back({na, nb});
  return true;
}

/// Whether the faces lie apart, and images joined them.
bool is_joined_by_images(const Mesh& mesh, Side side) {
  const int i = side_index(mesh, side), other = mesh.neighbor[i];
  return other >= 0 && sorted(face_vertices(mesh, side)) !=
                           sorted(face_vertices(mesh, {other, static_cast<int>(mesh.neighbor_face[i])}));
}

int group_index(const Mesh& mesh, const std::string& name) {
  const auto at = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), name);
  if (at != mesh.boundary_names.end()) return static_cast<int>(at - mesh.boundary_names.begin());
  throw MeshError("periodic boundary " + name +
                  ": the mesh has no boundary group of that name; it has: " + list_text(mesh.boundary_names));
}

std::vector<Side> exterior_sides_of(const Mesh& mesh, int group) {
  std::vector<Side> sides = exterior_sides(mesh);
  std::erase_if(sides, [&](Side s) { return mesh.boundary[side_index(mesh, s)] != group; });
  return sides;
}

std::string cure(const Mesh& mesh) {
  return std::string("; expected Periodic ") +
         (mesh.dim == 2 ? "Curve {…} = {…} Translate {…}" : "Surface {…} = {…} Translate {…}") +
         " in the .geo";
}

}  // namespace

int connect_images(Mesh& mesh, const std::vector<std::array<int, 2>>& images) {
  std::unordered_map<int, int> image;
  for (const auto& pair : images) image[pair[0]] = pair[1];
  const std::vector<Side> sides = exterior_sides(mesh);
  std::unordered_map<FaceVertices, Side, FaceHash> by_vertices;
  for (const Side side : sides) by_vertices[sorted(face_vertices(mesh, side))] = side;

  int n_without_groups = 0;
  for (const Side side : sides) {
    FaceVertices target = face_vertices(mesh, side);
    bool complete = true;
    for (int j = 0; j < mesh.dim && complete; ++j) {
      const auto at = image.find(target[j]);
      complete = at != image.end();
      if (complete) target[j] = at->second;
    }
    const auto partner = complete ? by_vertices.find(sorted(target)) : by_vertices.end();
    if (partner == by_vertices.end()) continue;
    if (mesh.neighbor[side_index(mesh, side)] >= 0 || mesh.neighbor[side_index(mesh, partner->second)] >= 0)
      throw MeshError("periodic boundary: " + face_text(mesh, side) +
                      " or its image is joined to another face already");
    if (!join(mesh, side, target, partner->second))
      throw MeshError("periodic boundary: " + face_text(mesh, side) +
                      " and its image face the same way; the domain cannot continue across them");
    if (!record_pair(mesh, side, partner->second)) ++n_without_groups;
  }
  return n_without_groups;
}

int part_periodic(Mesh& mesh, const std::string& from, const std::string& to) {
  const int group_from = group_index(mesh, from), group_to = group_index(mesh, to);
  int n = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int i = side_index(mesh, {e, f});
      if (mesh.boundary[i] != group_from || !is_joined_by_images(mesh, {e, f})) continue;
      const int j = side_index(mesh, {mesh.neighbor[i], static_cast<int>(mesh.neighbor_face[i])});
      if (mesh.boundary[j] != group_to) continue;
      mesh.neighbor[i] = mesh.neighbor[j] = -1;
      ++n;
    }
  std::erase_if(mesh.periodic_pairs, [&](const auto& pair) {
    return (pair[0] == from && pair[1] == to) || (pair[0] == to && pair[1] == from);
  });
  return n;
}

void connect_periodic(Mesh& mesh, const std::string& from, const std::string& to) {
  const int group_from = group_index(mesh, from), group_to = group_index(mesh, to);
  const std::vector<Side> sides_from = exterior_sides_of(mesh, group_from);
  const std::vector<Side> sides_to = exterior_sides_of(mesh, group_to);
  if (from == to && !sides_from.empty())
    throw MeshError("periodic boundary " + from +
                    ": a group cannot be its own partner; put the two sides in two groups");
  if (sides_from.empty() && sides_to.empty()) {
    if (is_pair(mesh, from, to)) return;
    throw MeshError("periodic boundaries " + from + " and " + to + " have no exterior faces");
  }
  if (sides_from.size() != sides_to.size())
    throw MeshError("periodic boundaries " + from + " and " + to +
                    " have different numbers of faces: " + std::to_string(sides_from.size()) + " and " +
                    std::to_string(sides_to.size()) + cure(mesh));

  const std::vector<int> vertices_from = vertices_of(mesh, sides_from);
  const std::vector<int> vertices_to = vertices_of(mesh, sides_to);
  const Point mean_from = mean_of(mesh, vertices_from), mean_to = mean_of(mesh, vertices_to);
  const auto [lower, upper] = bounding_box(mesh.nodes);
  const double radius = node_distance * distance(lower, upper);
  const PointSearch search(mesh.nodes, vertices_to);
  std::vector<std::array<int, 2>> images;
  for (const int i : vertices_from) {
    Point x = mesh.nodes[i];
    for (int k = 0; k < 3; ++k) x[k] += mean_to[k] - mean_from[k];
    const int j = search.nearest(x, radius);
    if (j >= 0) images.push_back({i, j});
  }
  connect_images(mesh, images);
  for (const Side side : sides_from)
    if (mesh.neighbor[side_index(mesh, side)] < 0)
      throw MeshError("periodic boundary " + from + ": " + face_text(mesh, side) + " has no translate in " +
                      to + ": the meshes of the two must agree" + cure(mesh));
}

}  // namespace dgsolve
