/// Implements mesh/topology/connectivity.hpp.
/// Non-conforming places of a mesh.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <parallel/algorithm>
#include <utility>

#include "mesh/base/collect.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/base/point_search.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {
namespace {

constexpr double tolerance = 1e-9;  ///< of the face's size

/// Whether x lies on the segment ab, away from its ends.
bool inside_segment(const Point& x, const Point& a, const Point& b) {
  const Point ab = difference(b, a), ax = difference(x, a);
  const double share = dot(ax, ab) / dot(ab, ab);
  if (share < tolerance || share > 1 - tolerance) return false;
  const Point off = cross(ax, ab);
  return std::sqrt(dot(off, off)) <= tolerance * dot(ab, ab);
}

/// Whether x lies in the triangle abc, its edges included but not its corners. Barycentric coordinates from
/// ratios of areas.
bool inside_triangle(const Point& x, const Point& a, const Point& b, const Point& c) {
  const Point normal = cross(difference(b, a), difference(c, a));
  const double area2 = dot(normal, normal);
  const double size = std::sqrt(std::sqrt(area2));
  if (std::abs(dot(difference(x, a), normal)) > tolerance * size * std::sqrt(area2)) return false;
  const double la = dot(cross(difference(b, x), difference(c, x)), normal) / area2;
  const double lb = dot(cross(difference(c, x), difference(a, x)), normal) / area2;
  const double lc = 1 - la - lb;
  return std::min({la, lb, lc}) >= -tolerance && std::max({la, lb, lc}) <= 1 - tolerance;
}

}  // namespace

std::vector<std::string> find_hanging_nodes(const Mesh& mesh) {
  const std::vector<Side> sides = exterior_sides(mesh);
  const PointSearch search(mesh.nodes, vertices_of(mesh, sides));
  return collect<std::string>(sides.size(), [&](std::size_t k, std::vector<std::string>& found) {
    const Side side = sides[k];
    const FaceVertices v = face_vertices(mesh, side);
    const Point center = face_center(mesh, side);
    double radius = 0;
    for (int j = 0; j < mesh.dim; ++j) radius = std::max(radius, distance(center, mesh.nodes[v[j]]));
    search.near(center, radius, [&](int i) {
      const Point off =
          difference(mesh.nodes[i], center);  // most are far away: the search goes along one direction
      if (dot(off, off) > (1 + 4 * tolerance) * radius * radius) return;
      if (std::find(v.begin(), v.end(), i) != v.end()) return;
      const Point &x = mesh.nodes[i], &a = mesh.nodes[v[0]], &b = mesh.nodes[v[1]];
      if (mesh.dim == 2 ? inside_segment(x, a, b) : inside_triangle(x, a, b, mesh.nodes[v[2]]))
        found.push_back("the node at " + point_text(x) + " lies inside " + face_text(mesh, side));
    });
  });
}

std::vector<std::string> find_duplicate_faces(const Mesh& mesh) {
  const std::vector<Side> sides = exterior_sides(mesh);
  const std::vector<int> nodes = vertices_of(mesh, sides);
  const PointSearch search(mesh.nodes, nodes);
  // The first of the nodes at a place stands for all of them.
  std::vector<int> first_at(nodes.size());
#pragma omp parallel for
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const Point& x = mesh.nodes[nodes[k]];
    const double radius = 1e-12 * std::sqrt(dot(x, x));
    first_at[k] = nodes[k];
    search.near(x, radius, [&](int i) {
      if (distance(x, mesh.nodes[i]) <= radius) first_at[k] = std::min(first_at[k], i);
    });
  }
  using Face = std::pair<FaceVertices, int>;  // at places, and index into sides
  std::vector<Face> faces(sides.size());
#pragma omp parallel for
  for (std::size_t s = 0; s < sides.size(); ++s) {
    FaceVertices vertices = face_vertices(mesh, sides[s]);
    for (int j = 0; j < mesh.dim; ++j)
      vertices[j] = first_at[std::ranges::lower_bound(nodes, vertices[j]) - nodes.begin()];
    faces[s] = {sorted(vertices), static_cast<int>(s)};
  }
  __gnu_parallel::sort(faces.begin(), faces.end());
  std::vector<std::array<int, 2>> pairs;  // of sides: another face at a place, and the first one there
  for (std::size_t i = 0, first = 0; i < faces.size(); ++i)
    if (faces[i].first != faces[first].first)
      first = i;
    else if (i > first)
      pairs.push_back({faces[i].second, faces[first].second});
  std::ranges::sort(pairs);
  struct Duplicates {
    int n = 0;
    std::string first;
  };
  std::map<std::pair<int, int>, Duplicates> found;  // of two regions
  for (const auto& [other, first] : pairs) {
    Duplicates& of =
        found[std::minmax({mesh.region[sides[first].element], mesh.region[sides[other].element]})];
    if (of.n++ == 0) of.first = point_text(face_center(mesh, sides[other]));
  }
  std::vector<std::string> texts;
  texts.reserve(found.size());
  for (const auto& [regions, duplicates] : found)
    texts.push_back(fmt::format("{} faces between region {} and region {}, the first at {}", duplicates.n,
                                label_text(mesh.region_names[regions.first]),
                                label_text(mesh.region_names[regions.second]), duplicates.first));
  return texts;
}

}  // namespace dgsolve
