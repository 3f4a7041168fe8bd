#include "solver/electromagnetics/ports/port_faces.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "mesh/base/problems.hpp"
#include "mesh/topology/components.hpp"
#include "mesh/topology/connectivity.hpp"
#include "solver/discretization/geometric_factors.hpp"

namespace dgsolve {
namespace {

/// Nodes lie in the port's plane, and normals agree, to this share.
constexpr double flatness = 1e-9;
/// The height of a strip over the length of the port's line: modes that vary along it are cut off far above.
constexpr double strip_share = 1.0 / 20;

using Edge = std::pair<int, int>;  ///< of the lower and the higher vertex; in 2D a vertex twice

Edge edge_of(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

Point inward_normal(const Mesh& mesh, Side side) {
  Point n = unit(scaled_normal(mesh, side));
  for (double& c : n) c = -c;
  return n;
}

/// Unit vectors along axes where the normal is along one: (x, y, z) and (x, −y, −z), and so on in turn.
PortFrame frame_along(const Point& normal) {
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(normal[i]) > std::abs(normal[axis])) axis = i;
  PortFrame frame;
  frame.normal = normal;
  if (std::abs(normal[axis]) > 1 - flatness) {
    frame.normal = {};
    frame.normal[axis] = std::copysign(1.0, normal[axis]);
  }
  Point along{};
  along[(axis + 1) % 3] = 1;
  const double share = dot(along, frame.normal);
  for (int i = 0; i < 3; ++i) frame.t1[i] = along[i] - share * frame.normal[i];
  frame.t1 = unit(frame.t1);
  frame.t2 = cross(frame.normal, frame.t1);
  return frame;
}

/// The geometry nodes on a face: the node [j] of the cell that stands where the triangle through the face's
/// vertices, in the order `turn`, has its own node j at `reference` [n][2].
std::vector<int> nodes_of_face(const Mesh& mesh, Side side, const std::array<int, 3>& turn,
                               const std::vector<double>& reference) {
  const int n_geo = mesh.nodes_per_element;
  std::vector<int> nodes;
  for (std::size_t j = 0; j < reference.size() / 2; ++j) {
    const double share[3] = {-(reference[2 * j] + reference[2 * j + 1]) / 2, (1 + reference[2 * j]) / 2,
                             (1 + reference[2 * j + 1]) / 2};
    double of_cell[4] = {0, 0, 0, 0};  // barycentric coordinates
    for (int v = 0; v < 3; ++v) of_cell[mesh.shape().face_vertex[side.face][turn[v]]] = share[v];
    int nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < n_geo; ++k) {
      double away = 0;
      for (int d = 0; d < 3; ++d)
        away += std::abs((1 + mesh.reference_nodes[3 * k + d]) / 2 - of_cell[d + 1]);
      if (away < least) nearest = k, least = away;
    }
    nodes.push_back(mesh.elements[side.element * n_geo + nearest]);
  }
  return nodes;
}

class PortBuilder {
 public:
  PortBuilder(const Mesh& mesh, const std::string& name, std::vector<Side> sides) : mesh_(mesh) {
    port_.name = name;
    port_.dim = mesh.dim;
    port_.sides = std::move(sides);
    if (port_.sides.empty()) refuse("has no faces; a port is a plane boundary group");
    find_frame();
  }

  PortFaces build(const RimKinds& walls, const std::map<std::string, PortMedium>& media,
                  RimKind strip_walls) {
    if (mesh_.dim == 3)
      add_triangles();
    else
      add_strip();
    add_regions(media);
    connect(port_.section, {});
    mark_walls(walls, strip_walls);
    check_connected();
    return std::move(port_);
  }

 private:
  [[noreturn]] void refuse(const std::string& text) const {
    throw std::invalid_argument(fmt::format("port {} {}", port_.name, text));
  }

  void find_frame() {
    const std::vector<int> vertices = vertices_of(mesh_, port_.sides);
    std::vector<Point> corners;
    for (const int v : vertices) corners.push_back(mesh_.nodes[v]);
    const auto [lower, upper] = bounding_box(corners);
    size_ = distance(lower, upper);
    const Point normal = inward_normal(mesh_, port_.sides.front());
    for (const Side side : port_.sides)
      if (const Point n = inward_normal(mesh_, side); !(dot(n, normal) > 1 - flatness))
        refuse(fmt::format("is not plane: the normal of {} is {}, of {} {}; a port's faces lie in one plane",
                           face_text(mesh_, side), point_text(n), face_text(mesh_, port_.sides.front()),
                           point_text(normal)));
    port_.frame = frame_along(normal);
    if (mesh_.dim == 2) {
      port_.frame.t2 = {0, 0, 1};
      port_.frame.t1 = cross(port_.frame.t2, port_.frame.normal);
    }
    for (int i = 0; i < 3; ++i) port_.frame.origin[i] = (lower[i] + upper[i]) / 2;
  }

  /// The section's node at a node of the mesh. Throws where this lies outside the plane.
  int node_at(int node) {
    const auto [at, is_new] = section_node_.try_emplace(node, static_cast<int>(port_.section.nodes.size()));
    if (is_new) {
      const Point x = mesh_.nodes[node];
      const double height = dot(difference(x, port_.frame.origin), port_.frame.normal);
      if (!(std::abs(height) <= flatness * size_))
        refuse(fmt::format("is not plane: {} lies {:.3g} m outside the plane of the others", point_text(x),
                           std::abs(height)));
      const std::array<double, 2> in_plane = port_.in_section(x);
      port_.section.nodes.push_back({in_plane[0], in_plane[1], 0});
      mesh_node_.push_back(node);
    }
    return at->second;
  }

  void add_triangles() {
    Mesh& section = port_.section;
    section.dim = 2;
    section.geometry_order = mesh_.geometry_order;
    for (int k = 0; k < mesh_.nodes_per_element; ++k)  // those of the cell's face between its first vertices
      if (std::abs(mesh_.reference_nodes[3 * k + 2] + 1) < 1e-9)
        section.reference_nodes.insert(section.reference_nodes.end(), &mesh_.reference_nodes[3 * k],
                                       &mesh_.reference_nodes[3 * k] + 2);
    section.nodes_per_element = static_cast<int>(section.reference_nodes.size() / 2);
    for (const Side side : port_.sides) {
      const FaceVertices v = face_vertices(mesh_, side);
      const Point n = cross(difference(mesh_.nodes[v[1]], mesh_.nodes[v[0]]),
                            difference(mesh_.nodes[v[2]], mesh_.nodes[v[0]]));
      const std::array<int, 3> turn =
          dot(n, port_.frame.normal) > 0 ? std::array{0, 1, 2} : std::array{0, 2, 1};
      for (const int node : nodes_of_face(mesh_, side, turn, section.reference_nodes))
        section.elements.push_back(node_at(node));
    }
  }

  /// Below a point of the line stands a node at z = 0, above it one at the strip's height.
  void add_strip() {
    Mesh& section = port_.section;
    section.dim = 2;
    section.geometry_order = 1;
    section.nodes_per_element = 3;
    section.reference_nodes = {-1, -1, 1, -1, -1, 1};
    std::vector<std::array<int, 2>> ends;
    for (const Side side : port_.sides) {
      const FaceVertices v = face_vertices(mesh_, side);
      std::array<int, 2> ab = {node_at(v[0]), node_at(v[1])};
      if (section.nodes[ab[0]][0] > section.nodes[ab[1]][0]) std::swap(ab[0], ab[1]);
      ends.push_back(ab);
    }
    port_.strip_height = strip_share * size_;
    const int above = static_cast<int>(section.nodes.size());
    for (int i = 0; i < above; ++i) {
      section.nodes.push_back({section.nodes[i][0], section.nodes[i][1] + port_.strip_height, 0});
      mesh_node_.push_back(mesh_node_[i]);
    }
    for (const auto& [a, b] : ends)
      section.elements.insert(section.elements.end(), {a, b, a + above, b, b + above, a + above});
  }

  void add_regions(const std::map<std::string, PortMedium>& media) {
    Mesh& section = port_.section;
    std::map<int, int> region_of;  // the section's of the mesh's
    for (const Side side : port_.sides) {
      const int region = mesh_.region[side.element];
      const auto [at, is_new] = region_of.try_emplace(region, static_cast<int>(region_of.size()));
      if (is_new) {
        const std::string& name = mesh_.region_names[region];
        const auto medium = media.find(name);
        if (medium == media.end()) refuse("meets region " + name + ", which has no medium for ports");
        section.region_names.push_back(name);
        port_.media.push_back(medium->second);
      }
      section.region.insert(section.region.end(), mesh_.dim == 3 ? 1 : 2, at->second);
    }
  }

  /// The edges of walls between nodes of the section, in 2D their ends. A conductor goes before other walls.
  std::map<Edge, RimKind> edges_of_walls(const RimKinds& walls) const {
    std::set<int> own;
    for (const Side side : port_.sides) {
      own.insert(side_index(mesh_, side));
      if (const int other = mesh_.neighbor[side_index(mesh_, side)]; other >= 0)
        own.insert(side_index(mesh_, {other, mesh_.neighbor_face[side_index(mesh_, side)]}));
    }
    std::map<Edge, RimKind> edges;
    for (int side = 0; side < std::ssize(mesh_.boundary); ++side) {
      if (mesh_.boundary[side] < 0 || own.contains(side)) continue;
      const auto wall = walls.find(mesh_.boundary_names[mesh_.boundary[side]]);
      if (wall == walls.end()) continue;
      const FaceVertices v = face_vertices(mesh_, {side / mesh_.n_faces(), side % mesh_.n_faces()});
      for (int j = 0; j < mesh_.dim; ++j) {
        const int a = v[j], b = mesh_.dim == 3 ? v[(j + 1) % 3] : a;
        if (!section_node_.contains(a) || !section_node_.contains(b)) continue;
        RimKind& kind = edges.try_emplace(edge_of(a, b), wall->second).first->second;
        kind = std::min(kind, wall->second);
      }
    }
    return edges;
  }

  void mark_walls(const RimKinds& walls, RimKind strip_walls) {
    const std::map<Edge, RimKind> edges = edges_of_walls(walls);
    Mesh& section = port_.section;
    const int n_sides = static_cast<int>(section.neighbor.size());
    std::vector<std::optional<RimKind>> kind(n_sides);
    for (int side = 0; side < n_sides; ++side) {
      const FaceVertices v = face_vertices(section, {side / 3, side % 3});
      const int a = mesh_node_[v[0]], b = mesh_node_[v[1]];
      if (mesh_.dim == 2 && a != b) {  // an edge along the strip, or across a cell of it
        if (section.neighbor[side] < 0) kind[side] = strip_walls;
      } else if (const auto wall = edges.find(edge_of(a, b)); wall != edges.end()) {
        kind[side] = wall->second;
      }
      if (section.neighbor[side] < 0 && !kind[side])
        refuse(fmt::format("ends at {} where no wall meets it; its rim is pec, pmc or open",
                           point_text(mean_of(mesh_, std::array{a, b}))));
    }
    name_groups(kind);
  }

  /// Numbers the connected pieces of conductors, and makes all walls groups of the section.
  void name_groups(const std::vector<std::optional<RimKind>>& kind) {
    Mesh& section = port_.section;
    std::vector<int> parent(section.nodes.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int node) {
      while (parent[node] != node) node = parent[node] = parent[parent[node]];
      return node;
    };
    const auto vertices = [&](int side) { return face_vertices(section, {side / 3, side % 3}); };
    for (int side = 0; side < std::ssize(kind); ++side)
      if (kind[side] == RimKind::pec) parent[root(vertices(side)[0])] = root(vertices(side)[1]);

    std::map<int, PortConductor> of_root;
    for (int side = 0; side < std::ssize(kind); ++side)
      if (kind[side] == RimKind::pec) {
        PortConductor& conductor = of_root[root(vertices(side)[0])];
        const bool is_inside = section.neighbor[side] >= 0;
        conductor.length += distance(section.nodes[vertices(side)[0]], section.nodes[vertices(side)[1]]) /
                            (is_inside ? 2 : 1);
        conductor.is_sheet = conductor.is_sheet && is_inside;
      }
    std::vector<std::pair<int, PortConductor>> order(of_root.begin(), of_root.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second.length > b.second.length; });
    std::map<int, int> number;
    for (const auto& [node, conductor] : order) {
      number[node] = port_.n_conductors();
      port_.conductors.push_back(conductor);
      section.boundary_names.push_back(fmt::format("conductor_{}", port_.n_conductors()));
    }
    section.boundary_names.insert(section.boundary_names.end(), {"pmc", "open"});
    for (int side = 0; side < std::ssize(kind); ++side)
      if (kind[side])
        section.boundary[side] = kind[side] == RimKind::pec   ? number[root(vertices(side)[0])]
                                 : kind[side] == RimKind::pmc ? port_.pmc_group()
                                                              : port_.open_group();
  }

  void check_connected() const {
    const std::vector<int> part =
        components_of(port_.section, [&](int side) { return port_.section.boundary[side] >= 0; });
    const auto other = std::find_if(part.begin(), part.end(), [](int p) { return p > 0; });
    if (other == part.end()) return;
    const Side side = port_.sides[(other - part.begin()) / (mesh_.dim == 3 ? 1 : 2)];
    refuse(
        fmt::format("is in parts that conductors keep apart: no way leads from {} to {}; each part is a port "
                    "of its own",
                    face_text(mesh_, port_.sides.front()), face_text(mesh_, side)));
  }

  const Mesh& mesh_;
  PortFaces port_;
  double size_ = 0;                            ///< diagonal of the port's box, m
  std::unordered_map<int, int> section_node_;  ///< of a node of the mesh
  std::vector<int> mesh_node_;                 ///< [section.nodes]
};

}  // namespace

std::array<double, 2> PortFaces::in_section(const Point& x) const {
  const Point from_origin = difference(x, frame.origin);
  return {dot(from_origin, frame.t1), dot(from_origin, frame.t2)};
}

int PortFaces::n_magnetic_lines() const {
  constexpr double flat = 1e-6;
  std::vector<std::pair<Point, Point>> lines;  // a point and a direction
  for (int side = 0; side < std::ssize(section.boundary); ++side) {
    if (section.boundary[side] != pmc_group() || section.neighbor[side] >= 0) continue;
    const FaceVertices v = face_vertices(section, {side / 3, side % 3});
    const Point &a = section.nodes[v[0]], along = unit(difference(section.nodes[v[1]], a));
    if (std::ranges::none_of(lines, [&](const auto& line) {
          const Point from = difference(a, line.first);
          return std::abs(cross(line.second, along)[2]) < flat &&
                 std::abs(cross(line.second, from)[2]) < flat * length(from) + 1e-12;
        }))
      lines.emplace_back(a, along);
  }
  return static_cast<int>(lines.size());
}

bool PortFaces::is_homogeneous(double omega) const {
  return std::all_of(media.begin(), media.end(), [&](const PortMedium& medium) {
    return medium.mu_r == media[0].mu_r &&
           permittivity(medium.epsilon, omega) == permittivity(media[0].epsilon, omega);
  });
}

PortFaces make_port_faces(const Mesh& mesh, const std::string& name, std::vector<Side> sides,
                          const RimKinds& walls, const std::map<std::string, PortMedium>& media,
                          RimKind strip_walls) {
  return PortBuilder(mesh, name, std::move(sides)).build(walls, media, strip_walls);
}

void check_apart(const Mesh& mesh, const std::vector<PortFaces>& ports) {
  std::unordered_map<FaceVertices, const PortFaces*, FaceHash> owner;
  for (const PortFaces& port : ports)
    for (const Side side : port.sides) {
      const auto [at, is_new] = owner.try_emplace(sorted(face_vertices(mesh, side)), &port);
      if (!is_new && at->second != &port)
        throw std::invalid_argument(fmt::format("ports {} and {} share {}; a face belongs to one port",
                                                at->second->name, port.name, face_text(mesh, side)));
    }
}

}  // namespace dgsolve
