#include "mesh/layers/extrude.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "mesh/base/faces.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/layers/prisms.hpp"
#include "mesh/topology/connectivity.hpp"
#include "mesh/topology/ordering.hpp"

namespace dgsolve {
namespace {

constexpr const char* axis_names = "xyz";
/// Sine of the angle by which a boundary may miss being perpendicular: faces of a round wall do a little.
constexpr double slant = 0.1;
/// Points in one plane miss it by no more, as a share of the domain's size; an edge of a face that is
/// perpendicular to an axis, as a share of the face's. A model that was turned and turned back is that far
/// off.
constexpr double flatness = 1e-6;
constexpr double rounding = 1e-8;  ///< of coordinates, as a share of the domain's size

using Edge = std::array<int, 2>;  ///< vertices in ascending order; in 2D one, and −1

Edge edge_of(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

/// The edges of a face; in 2D its end points.
std::vector<Edge> edges_of(int dim, const FaceVertices& v) {
  if (dim == 2) return {{v[0], -1}, {v[1], -1}};
  return {edge_of(v[0], v[1]), edge_of(v[1], v[2]), edge_of(v[0], v[2])};
}

class Builder {
 public:
  Builder(const Mesh& mesh, const LayeredGroups& groups, const LayersApart& apart)
      : groups_(groups), apart_(apart) {
    out_.mesh = mesh;
    std::vector<TaggedFace> tags;
    for (int e = 0; e < mesh.n_elements(); ++e)
      for (int f = 0; f < mesh.n_faces(); ++f)
        if (const int group = mesh.boundary[side_index(mesh, {e, f})]; group >= 0)
          tags.push_back({face_vertices(mesh, {e, f}), group});
    connect(out_.mesh, tags);  // periodic faces are exterior meanwhile
    const auto [lower, upper] = bounding_box(mesh.nodes);
    size_ = distance(lower, upper);
    tolerance_ = flatness * size_;
    for (const std::string& name : mesh.region_names) regions_.push_back({name, name, {}, {}});
  }

  Layered build() {
    find_planes();
    for (std::size_t plane = 0; plane < out_.planes.size(); ++plane) extrude(static_cast<int>(plane));
    name_outermost_faces();
    for (const auto& [a, b] : out_.mesh.periodic_pairs) connect_periodic(out_.mesh, a, b);
    order_along_hilbert_curve(out_.mesh);
    for (const LayerRegion& region : regions_)
      if (region.layer != std::array<int, 3>{}) out_.regions.push_back(region);
    return std::move(out_);
  }

 private:
  Mesh& mesh() { return out_.mesh; }
  const std::string& group_of(Side side) const {
    return out_.mesh.boundary_names[out_.mesh.boundary[side_index(out_.mesh, side)]];
  }
  std::vector<int> nodes_of(Side side) const {
    const FaceVertices v = face_vertices(out_.mesh, side);
    return {v.begin(), v.begin() + out_.mesh.dim};
  }
  [[noreturn]] void refuse(Side side, const std::string& what) const {
    throw MeshError("boundaries." + group_of(side) + ": " + what + ", at " + face_text(out_.mesh, side));
  }

  void find_planes() {
    std::map<std::string, std::pair<double, int>> edges;  // group → their lengths' sum, and number
    for (const Side side : exterior_sides(mesh())) {
      const int group = mesh().boundary[side_index(mesh(), side)];
      if (group < 0 || !groups_.contains(mesh().boundary_names[group])) continue;
      add_plane(side);
      auto& [length, n] = edges[group_of(side)];
      const std::vector<int> v = nodes_of(side);
      for (std::size_t i = 0; i < v.size(); ++i, ++n)
        length += distance(mesh().nodes[v[i]], mesh().nodes[v[(i + 1) % v.size()]]);
    }
    for (LayerPlane& plane : out_.planes)
      if (plane.built.thickness == 0) {
        const auto [length, n] = edges.at(plane.group);
        plane.built.thickness = plane.built.layers * length / n;
      }
    std::sort(out_.planes.begin(), out_.planes.end(), [](const LayerPlane& a, const LayerPlane& b) {
      return std::tuple(a.axis, a.sign, a.coordinate) < std::tuple(b.axis, b.sign, b.coordinate);
    });
  }

  void add_plane(Side side) {
    const LayerPlane found = plane_of(side);
    for (const LayerPlane& known : out_.planes) {
      if (known.axis != found.axis || known.sign != found.sign ||
          std::abs(known.coordinate - found.coordinate) > tolerance_)
        continue;
      if (known.built != found.built)
        refuse(side,
               "lies in one plane with " + known.group + ", whose layers are others; expected the same");
      return;
    }
    out_.planes.push_back(found);
  }

  LayerPlane plane_of(Side side) const {
    const Mesh& m = out_.mesh;
    const int apex = m.elements[side.element * m.nodes_per_element + opposite_vertex(m.dim, side.face)];
    for (int axis = 0; axis < m.dim; ++axis) {
      const auto [low, high] = extent(side, axis);
      if (high - low > std::max(rounding * size_, flatness * longest_edge(side))) continue;
      const double coordinate = (low + high) / 2;
      return {axis, m.nodes[apex][axis] < coordinate ? 1 : -1, coordinate, group_of(side),
              groups_.at(group_of(side))};
    }
    refuse(
        side,
        "open boundaries and ports lie in planes perpendicular to x, y or z; found a face that is curved or "
        "oblique; expected such planes, or type: absorbing");
  }

  double longest_edge(Side side) const {
    const std::vector<int> v = nodes_of(side);
    double longest = 0;
    for (std::size_t i = 0; i < v.size(); ++i)
      longest = std::max(longest, distance(out_.mesh.nodes[v[i]], out_.mesh.nodes[v[(i + 1) % v.size()]]));
    return longest;
  }

  /// The extent of a face's geometry nodes along an axis.
  std::array<double, 2> extent(Side side, int axis) const {
    const Mesh& m = out_.mesh;
    const int opposite = opposite_vertex(m.dim, side.face);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (int n = 0; n < m.nodes_per_element; ++n) {
      double share =
          opposite == 0 ? (2 - m.dim) / 2.0 : (1 + m.reference_nodes[n * m.dim + opposite - 1]) / 2;
      if (opposite == 0)
        for (int i = 0; i < m.dim; ++i) share -= m.reference_nodes[n * m.dim + i] / 2;
      if (share > 1e-6) continue;
      const double x = m.nodes[m.elements[side.element * m.nodes_per_element + n]][axis];
      low = std::min(low, x);
      high = std::max(high, x);
    }
    return {low, high};
  }

  bool lies_in(const LayerPlane& plane, Side side) const {
    const Mesh& m = out_.mesh;
    const int group = m.boundary[side_index(m, side)];
    if (group < 0 || !groups_.contains(m.boundary_names[group])) return false;
    for (const int v : nodes_of(side))
      if (std::abs(m.nodes[v][plane.axis] - plane.coordinate) > tolerance_) return false;
    return plane_of(side).sign == plane.sign;
  }

  void extrude(int number) {
    const LayerPlane plane = out_.planes[number];
    std::vector<Side> sides = exterior_sides(mesh());
    std::erase_if(sides, [&](Side side) { return !lies_in(plane, side); });
    check_room(plane, sides);
    std::map<Edge, int> upright = find_walls(plane, sides);
    add_tubes(sides, upright);
    std::vector<TaggedFace> tags = tags_beside(sides);
    for (const Side side : sides)
      if (regions_[mesh().region[side.element]].layer == std::array<int, 3>{})
        drawn_[sorted(face_vertices(mesh(), side))] = mesh().boundary[side_index(mesh(), side)];
    Prisms prisms(mesh(), {plane.axis, plane.sign * plane.built.thickness / plane.built.layers});
    const std::map<Edge, Edge> directed = directed_edges(prisms, sides);
    for (int layer = 0; layer < plane.built.layers; ++layer) {
      for (const Side side : sides)
        prisms.add_cells(side, layer, layer_of(mesh().region[side.element], number, layer + 1));
      for (const auto& [edge, group] : upright)
        for (const FaceVertices& face : prisms.side_faces(directed.at(edge), layer))
          tags.push_back({face, group});
    }
    for (const Side side : sides)
      tags.push_back({prisms.top(side, plane.built.layers - 1), mesh().boundary[side_index(mesh(), side)]});
    connect(mesh(), tags);
  }

  /// Gives the drawn faces, which lie inside the mesh now, their groups back, and the outermost ones groups
  /// of their own.
  void name_outermost_faces() {
    std::map<int, int> outermost;  // group → that of its outermost faces
    std::vector<std::string>& names = mesh().boundary_names;
    for (const auto& [name, options] : groups_) {
      const auto group = std::ranges::find(names, name);
      if (group == names.end()) continue;
      outermost[static_cast<int>(group - names.begin())] = static_cast<int>(names.size());
      names.push_back(out_.outermost[name] = unused(name + "_outermost"));
    }
    for (int e = 0; e < mesh().n_elements(); ++e)
      for (int f = 0; f < mesh().n_faces(); ++f) {
        int& group = mesh().boundary[side_index(mesh(), {e, f})];
        if (const auto found = outermost.find(group); found != outermost.end()) group = found->second;
        const auto drawn = drawn_.find(sorted(face_vertices(mesh(), {e, f})));
        if (drawn != drawn_.end()) group = drawn->second;
      }
  }

  /// The edges of the plane, with their vertices as prisms cut the sides above them.
  std::map<Edge, Edge> directed_edges(const Prisms& prisms, const std::vector<Side>& sides) const {
    std::map<Edge, Edge> directed;
    for (const Side side : sides) {
      const FaceVertices v = prisms.in_order(side);
      if (out_.mesh.dim == 2)
        for (int i = 0; i < 2; ++i) directed[{v[i], -1}] = {v[i], -1};
      else
        for (const Edge& edge : {Edge{v[0], v[1]}, Edge{v[1], v[2]}, Edge{v[0], v[2]}})
          directed[edge_of(edge[0], edge[1])] = edge;
    }
    return directed;
  }

  /// What is named and stays at its place.
  std::vector<TaggedFace> tags_beside(const std::vector<Side>& sides) {
    std::set<int> covered;
    for (const Side side : sides) covered.insert(side_index(mesh(), side));
    std::vector<TaggedFace> tags;
    for (int e = 0; e < mesh().n_elements(); ++e)
      for (int f = 0; f < mesh().n_faces(); ++f) {
        const int at = side_index(mesh(), {e, f});
        if (mesh().boundary[at] >= 0 && !covered.contains(at))
          tags.push_back({face_vertices(mesh(), {e, f}), mesh().boundary[at]});
      }
    return tags;
  }

  /// Nothing may lie where layers are to be.
  void check_room(const LayerPlane& plane, const std::vector<Side>& sides) {
    std::vector<Point> of_plane;
    for (const Side side : sides)
      for (const int v : nodes_of(side)) of_plane.push_back(mesh().nodes[v]);
    const BoundingBox box = bounding_box(of_plane);
    const auto check = [&](const Point& x) {
      const double height = plane.sign * (x[plane.axis] - plane.coordinate);
      bool inside = height > tolerance_ && height < plane.built.thickness + tolerance_;
      for (int i = 0; i < mesh().dim; ++i)
        inside = inside &&
                 (i == plane.axis || (x[i] > box.lower[i] + tolerance_ && x[i] < box.upper[i] - tolerance_));
      if (inside)
        refuse(sides.front(),
               fmt::format("the layers outside it would be {:.4g} thick, and the mesh has cells "
                           "there, at {}; expected room, or thinner layers",
                           plane.built.thickness, point_text(x)));
    };
    for (const Point& x : mesh().nodes) check(x);
    for (int e = 0; e < mesh().n_elements(); ++e) check(cell_center(mesh(), e));
  }

  /// The groups of the sides of layers, by the edges in the plane above which they stand.
  std::map<Edge, int> find_walls(const LayerPlane& plane, const std::vector<Side>& sides) {
    std::map<Edge, int> faces_at;  // of the plane
    std::set<int> of_plane;
    for (const Side side : sides) {
      of_plane.insert(side_index(mesh(), side));
      for (const Edge& edge : edges_of(mesh().dim, face_vertices(mesh(), side))) ++faces_at[edge];
    }
    std::map<Edge, int> walls;
    for (int e = 0; e < mesh().n_elements(); ++e)
      for (int f = 0; f < mesh().n_faces(); ++f) {
        const int at = side_index(mesh(), {e, f});
        if (mesh().boundary[at] < 0 || of_plane.contains(at)) continue;
        for (const Edge& edge : edges_of(mesh().dim, face_vertices(mesh(), {e, f})))
          if (faces_at.contains(edge)) {
            check_wall(plane, {e, f});
            const auto [wall, is_new] = walls.try_emplace(edge, mesh().boundary[at]);
            if (!is_new && wall->second != mesh().boundary[at])
              refuse({e, f}, "meets the open boundary " + plane.group + " and " +
                                 mesh().boundary_names[wall->second] + " in one edge; expected one of them");
          }
      }
    for (const Side side : sides)
      for (const Edge& edge : edges_of(mesh().dim, face_vertices(mesh(), side)))
        if (faces_at.at(edge) == 1 && !walls.contains(edge))
          refuse(side, "an edge of its plane belongs to no other boundary");
    return walls;
  }

  /// The faces that keep layers apart, by the edges in the plane above which they stand: in place of what
  /// stands there, unless that keeps them apart.
  void add_tubes(const std::vector<Side>& sides, std::map<Edge, int>& upright) {
    if (apart_.groups.empty()) return;
    std::map<Edge, std::set<std::string>> groups_at;
    for (const Side side : sides)
      for (const Edge& edge : edges_of(mesh().dim, face_vertices(mesh(), side)))
        groups_at[edge].insert(group_of(side));
    for (const auto& [edge, groups] : groups_at) {
      const auto own =
          std::ranges::find_if(groups, [&](const auto& group) { return apart_.groups.contains(group); });
      if (groups.size() == 1 || own == groups.end()) continue;
      const auto wall = upright.find(edge);
      if (wall == upright.end() || !apart_.walls.contains(mesh().boundary_names[wall->second]))
        upright[edge] = tube_of(*own);
    }
  }

  int tube_of(const std::string& group) {
    std::vector<std::string>& names = mesh().boundary_names;
    std::string& tube = out_.tubes[group];
    if (tube.empty()) names.push_back(tube = unused(group + "_tube"));
    return static_cast<int>(std::ranges::find(names, tube) - names.begin());
  }

  /// No group of the mesh has the name.
  std::string unused(std::string name) const {
    const std::vector<std::string>& names = out_.mesh.boundary_names;
    while (std::ranges::find(names, name) != names.end()) name += '_';
    return name;
  }

  /// A boundary that meets the plane goes on along the layers: at a right angle, and from behind.
  void check_wall(const LayerPlane& plane, Side side) const {
    const Mesh& m = out_.mesh;
    const std::vector<int> v = nodes_of(side);
    const Point a = difference(m.nodes[v[1]], m.nodes[v[0]]);
    const Point normal =
        m.dim == 3 ? cross(a, difference(m.nodes[v[2]], m.nodes[v[0]])) : Point{a[1], -a[0], 0};
    const bool is_behind = plane.sign * (face_center(m, side)[plane.axis] - plane.coordinate) < -tolerance_;
    if (std::abs(normal[plane.axis]) > slant * length(normal) || !is_behind)
      refuse(side,
             fmt::format("it meets the open boundary {} in the plane {} = {:.4g} at another than a right "
                         "angle, so that layers outside that plane cannot go on along it; expected a "
                         "right angle, from inside, or an open boundary further away",
                         plane.group, axis_names[plane.axis], plane.coordinate));
  }

  /// The region of a layer of a plane's over cells of a region.
  int layer_of(int region, int plane, int layer) {
    LayerRegion next = regions_[region];
    const LayerPlane& of = out_.planes[plane];
    next.layer[of.axis] = layer;
    next.plane[of.axis] = plane;
    next.name += fmt::format("_{}{}{}", axis_names[of.axis], of.sign > 0 ? '+' : '-', layer);
    for (std::size_t r = 0; r < regions_.size(); ++r)
      if (regions_[r].name == next.name && regions_[r].plane == next.plane) return static_cast<int>(r);
    for (const LayerRegion& known : regions_)
      if (known.name == next.name) next.name += fmt::format("_at_{:.6g}", of.coordinate);
    regions_.push_back(next);
    mesh().region_names.push_back(next.name);
    return static_cast<int>(regions_.size()) - 1;
  }

  const LayeredGroups& groups_;
  const LayersApart& apart_;
  Layered out_;
  std::vector<LayerRegion> regions_;                       ///< [region], those without layers too
  std::unordered_map<FaceVertices, int, FaceHash> drawn_;  ///< faces of open boundaries → their group
  double size_ = 0;                                        ///< of the domain, m
  double tolerance_ = 0;                                   ///< of places, m
};

}  // namespace

Layered extrude_layers(const Mesh& mesh, const LayeredGroups& groups, const LayersApart& apart) {
  return Builder(mesh, groups, apart).build();
}

}  // namespace dgsolve
