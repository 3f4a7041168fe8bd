#include "mesh/topology/surfaces.hpp"

#include <algorithm>
#include <stdexcept>

#include "mesh/topology/components.hpp"

namespace dgsolve {
namespace {

int find_name(const std::vector<std::string>& names, const std::string& name, const char* kind) {
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) throw std::invalid_argument("the mesh has no " + std::string(kind) + ' ' + name);
  return static_cast<int>(it - names.begin());
}

Side across(const Mesh& mesh, Side side) {
  const int i = side_index(mesh, side);
  return {mesh.neighbor[i], mesh.neighbor_face[i]};
}

/// The parts of the mesh between these sides.
std::vector<int> parts_between(const Mesh& mesh, const std::vector<Side>& sides) {
  std::vector<bool> cut(mesh.boundary.size(), false);
  for (const Side& side : sides)
    cut[side_index(mesh, side)] = cut[side_index(mesh, across(mesh, side))] = true;
  return components_of(mesh, [&](int side) { return cut[side]; });
}

/// [part]: diagonals of bounding boxes, squared.
std::vector<double> sizes_of(const Mesh& mesh, const std::vector<int>& part) {
  const int n_parts = 1 + *std::max_element(part.begin(), part.end());
  std::vector<Point> lower(n_parts), upper(n_parts);
  std::vector<bool> seen(n_parts, false);
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int v = 0; v <= mesh.dim; ++v) {
      const Point& x = mesh.vertex(e, v);
      const int p = part[e];
      if (!seen[p]) lower[p] = upper[p] = x;
      seen[p] = true;
      for (int d = 0; d < 3; ++d) {
        lower[p][d] = std::min(lower[p][d], x[d]);
        upper[p][d] = std::max(upper[p][d], x[d]);
      }
    }
  std::vector<double> sizes(n_parts, 0);
  for (int p = 0; p < n_parts; ++p)
    for (int d = 0; d < 3; ++d) sizes[p] += (upper[p][d] - lower[p][d]) * (upper[p][d] - lower[p][d]);
  return sizes;
}

}  // namespace

std::vector<Side> surface_of_regions(const Mesh& mesh, const std::vector<std::string>& regions) {
  std::vector<bool> inside(mesh.region_names.size(), false);
  for (const std::string& name : regions) inside[find_name(mesh.region_names, name, "region")] = true;
  std::vector<Side> sides;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int other = mesh.neighbor[side_index(mesh, {e, f})];
      if (inside[mesh.region[e]] && other >= 0 && !inside[mesh.region[other]]) sides.push_back({e, f});
    }
  return sides;
}

std::vector<Side> all_sides_of_group(const Mesh& mesh, const std::string& group) {
  const auto name = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), group);
  std::vector<Side> sides;
  for (int e = 0; e < mesh.n_elements() && name != mesh.boundary_names.end(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (mesh.boundary[side_index(mesh, {e, f})] == name - mesh.boundary_names.begin())
        sides.push_back({e, f});
  return sides;
}

std::vector<Side> sides_of_group(const Mesh& mesh, const std::string& group) {
  const int number = find_name(mesh.boundary_names, group, "boundary group");
  std::vector<bool> cut(mesh.boundary.size());
  for (std::size_t side = 0; side < cut.size(); ++side) cut[side] = mesh.boundary[side] == number;
  const std::vector<int> part = components_of(mesh, [&](int side) { return cut[side]; });
  const std::vector<double> sizes = sizes_of(mesh, part);
  const auto is_inner = [&](int e, int other) {
    if (other < 0) return true;
    const double own = sizes[part[e]], theirs = sizes[part[other]];
    return own != theirs ? own < theirs : part[e] != part[other] ? part[e] < part[other] : e < other;
  };
  std::vector<Side> sides;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int side = side_index(mesh, {e, f});
      if (cut[side] && is_inner(e, mesh.neighbor[side])) sides.push_back({e, f});
    }
  return sides;
}

bool is_closed(const Mesh& mesh, const std::vector<Side>& sides) {
  for (const Side& side : sides)
    if (mesh.neighbor[side_index(mesh, side)] < 0) return false;
  const std::vector<int> part = parts_between(mesh, sides);
  return std::all_of(sides.begin(), sides.end(), [&](const Side& side) {
    return part[side.element] != part[across(mesh, side).element];
  });
}

std::vector<bool> cells_inside(const Mesh& mesh, const std::vector<Side>& sides) {
  const std::vector<int> part = parts_between(mesh, sides);
  std::vector<bool> is_entered(mesh.n_elements(), false), inside(mesh.n_elements());
  for (const Side& side : sides) is_entered[part[side.element]] = true;
  for (int e = 0; e < mesh.n_elements(); ++e) inside[e] = is_entered[part[e]];
  return inside;
}

}  // namespace dgsolve
