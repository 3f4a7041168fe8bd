#include "mesh/topology/overlaps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <parallel/algorithm>
#include <span>
#include <utility>

#include "mesh/base/collect.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/topology/components.hpp"

namespace dgsolve {
namespace {

/// Finds the cells near some points: boxes around eight cells that follow each other, around eight of these
/// boxes, and so on.
class CellTree {
 public:
  CellTree(const Mesh& mesh, const std::vector<int>& part) : part_(part) {
    levels_.push_back(merged(part.size(), [&](std::size_t e) {
      Box box{mesh.vertex(static_cast<int>(e), 0), mesh.vertex(static_cast<int>(e), 0), part[e]};
      for (int v = 1; v <= mesh.dim; ++v) {
        const Point& x = mesh.vertex(static_cast<int>(e), v);
        box.add({x, x, part[e]});
      }
      return box;
    }));
    while (levels_.back().size() > 1) {
      const std::vector<Box>& below = levels_.back();
      levels_.push_back(merged(below.size(), [&](std::size_t i) { return below[i]; }));
    }
  }

  /// Calls visit(cell) for the cells of other parts whose leaf's box meets the box around the points.
  template <class Visit>
  void near(std::span<const Point> points, int own_part, const Visit& visit) const {
    Box box = {points[0], points[0], own_part};
    for (const Point& x : points) box.add({x, x, own_part});
    descend(levels_.size() - 1, 0, box, visit);
  }

 private:
  static constexpr std::size_t width = 8;
  static constexpr int several = -1;

  struct Box {
    Point lower, upper;
    int part;  ///< of all cells in it, or several

    void add(const Box& other) {
      for (int i = 0; i < 3; ++i) {
        lower[i] = std::min(lower[i], other.lower[i]);
        upper[i] = std::max(upper[i], other.upper[i]);
      }
      if (other.part != part) part = several;
    }
    bool meets(const Box& other) const {
      for (int i = 0; i < 3; ++i)
        if (!(lower[i] <= other.upper[i] && other.lower[i] <= upper[i])) return false;
      return true;
    }
  };

  /// box_of(0…n−1), `width` of them in one.
  template <class BoxOf>
  static std::vector<Box> merged(std::size_t n, const BoxOf& box_of) {
    std::vector<Box> boxes((n + width - 1) / width);
#pragma omp parallel for
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes[i] = box_of(width * i);
      for (std::size_t k = width * i + 1; k < std::min(n, width * (i + 1)); ++k) boxes[i].add(box_of(k));
    }
    return boxes;
  }

  template <class Visit>
  void descend(std::size_t level, std::size_t i, const Box& wanted, const Visit& visit) const {
    const Box& box = levels_[level][i];
    if (box.part == wanted.part || !box.meets(wanted)) return;
    const std::size_t n = level == 0 ? part_.size() : levels_[level - 1].size();
    for (std::size_t k = width * i; k < std::min(n, width * (i + 1)); ++k)
      if (level > 0)
        descend(level - 1, k, wanted, visit);
      else if (part_[k] != wanted.part)
        visit(static_cast<int>(k));
  }

  const std::vector<int>& part_;          ///< [K]
  std::vector<std::vector<Box>> levels_;  ///< from the leaves to the one box around all
};

/// A point of a cell that lies in a cell of another part.
struct Witness {
  int cell, other;
  Point at;
};

/// Whether x lies in the straight cell on c's vertices, beyond round-off.
bool lies_in(const Mesh& mesh, int c, const Point& x) {
  constexpr double round_off = 1e-9;
  const Point &o = mesh.vertex(c, 0), r = difference(x, o), a = difference(mesh.vertex(c, 1), o),
              b = difference(mesh.vertex(c, 2), o), ab = cross(a, b);
  double rest = 1;
  const auto is_inside = [&](double lambda) {
    rest -= lambda;
    return lambda > round_off;
  };
  if (mesh.dim == 2)
    return is_inside(cross(r, b)[2] / ab[2]) && is_inside(cross(a, r)[2] / ab[2]) && rest > round_off;
  const Point d = difference(mesh.vertex(c, 3), o);
  const double volume = dot(ab, d);
  return is_inside(dot(cross(r, b), d) / volume) && is_inside(dot(cross(a, r), d) / volume) &&
         is_inside(dot(ab, r) / volume) && rest > round_off;
}

/// The centre of each cell and the points halfway to its vertices, where they lie in cells of other parts.
std::vector<Witness> find_witnesses(const Mesh& mesh, const std::vector<int>& part) {
  const CellTree tree(mesh, part);
  return collect<Witness>(mesh.n_elements(), [&](int e, std::vector<Witness>& found) {
    std::array<Point, 5> points;
    const Point center = points[mesh.dim + 1] = cell_center(mesh, e);
    for (int v = 0; v <= mesh.dim; ++v)
      for (int i = 0; i < 3; ++i) points[v][i] = (center[i] + mesh.vertex(e, v)[i]) / 2;
    const auto all = std::span(points).first(mesh.dim + 2);
    tree.near(all, part[e], [&](int other) {
      for (const Point& x : all)
        if (lies_in(mesh, other, x)) found.push_back({e, other, x});
    });
  });
}

/// Exterior faces, and how far the curve that they are chords of may be beside them.
class CurvedOutside {
 public:
  explicit CurvedOutside(const Mesh& mesh) : mesh_(mesh), sides_(exterior_sides(mesh)) {
    for (std::size_t s = 0; s < sides_.size(); ++s) {
      const FaceVertices v = face_vertices(mesh, sides_[s]);
      for (int j = 0; j < mesh.dim; ++j) at_vertex_.emplace_back(v[j], static_cast<int>(s));
    }
    __gnu_parallel::sort(at_vertex_.begin(), at_vertex_.end());
  }

  /// Whether a point of the cell may lie beside the curve at which the cell ends.
  bool may_be_beyond(const Point& x, int cell) const {
    for (int v = 0; v <= mesh_.dim; ++v) {
      const int vertex = mesh_.elements[static_cast<std::size_t>(cell) * mesh_.nodes_per_element + v];
      for (const int s : faces_at(vertex))
        if (std::abs(dot(difference(x, mesh_.nodes[vertex]), normal(s))) < sagitta(s)) return true;
    }
    return false;
  }

 private:
  std::vector<int> faces_at(int vertex) const {
    std::vector<int> faces;
    for (auto at = std::ranges::lower_bound(at_vertex_, std::pair(vertex, -1));
         at != at_vertex_.end() && at->first == vertex; ++at)
      faces.push_back(at->second);
    return faces;
  }

  /// Out of the cell.
  Point normal(int s) const {
    const FaceVertices v = face_vertices(mesh_, sides_[s]);
    const Point &a = mesh_.nodes[v[0]], along = difference(mesh_.nodes[v[1]], a);
    Point n = mesh_.dim == 2 ? Point{along[1], -along[0], 0} : cross(along, difference(mesh_.nodes[v[2]], a));
    const double toward = dot(n, difference(cell_center(mesh_, sides_[s].element), a));
    const double scale = (toward > 0 ? -1 : 1) / length(n);
    for (double& c : n) c *= scale;
    return n;
  }

  bool share_an_edge(int s, int other) const {
    const FaceVertices v = face_vertices(mesh_, sides_[s]), w = face_vertices(mesh_, sides_[other]);
    int n_shared = 0;
    for (int j = 0; j < mesh_.dim; ++j) n_shared += std::count(w.begin(), w.end(), v[j]) > 0;
    return n_shared == mesh_.dim - 1;
  }

  /// Chords of length h that turn by θ from one to the next lie hθ/8 beside their arc, triangles on a sphere
  /// hθ/3.5, with θ between two that share an edge. Doubled, as faces differ. Where the surface turns by more
  /// than a sixth of a turn, it has an edge.
  double sagitta(int s) const {
    constexpr double edge = std::numbers::pi / 3;
    const FaceVertices v = face_vertices(mesh_, sides_[s]);
    const Point n = normal(s), center = face_center(mesh_, sides_[s]);
    double turn = 0, size = 0;
    for (int j = 0; j < mesh_.dim; ++j) {
      size = std::max(size, 2 * distance(mesh_.nodes[v[j]], center));
      for (const int other : faces_at(v[j])) {
        const double angle = std::acos(std::clamp(dot(n, normal(other)), -1.0, 1.0));
        if (angle < edge && share_an_edge(s, other)) turn = std::max(turn, angle);
      }
    }
    return size * turn / (mesh_.dim == 2 ? 4 : 1.75);
  }

  const Mesh& mesh_;
  std::vector<Side> sides_;
  std::vector<std::pair<int, int>> at_vertex_;  ///< vertex, index into sides_; sorted
};

}  // namespace

std::vector<std::string> find_overlaps(const Mesh& mesh) {
  const std::vector<int> part = components_of(mesh);
  if (std::ranges::all_of(part, [](int p) { return p == 0; })) return {};
  const std::vector<Witness> witnesses = find_witnesses(mesh, part);
  if (witnesses.empty()) return {};
  const CurvedOutside outside(mesh);
  struct Overlap {
    int n = 0, last = -1;  ///< cells, and the last one that was counted
    Point first;
  };
  std::map<std::pair<int, int>, Overlap> found;  // of two regions
  for (const Witness& w : witnesses) {
    if (outside.may_be_beyond(w.at, w.cell) || outside.may_be_beyond(w.at, w.other)) continue;
    Overlap& overlap = found[std::minmax({mesh.region[w.cell], mesh.region[w.other]})];
    if (overlap.n == 0) overlap.first = w.at;
    if (std::exchange(overlap.last, w.cell) != w.cell) ++overlap.n;
  }
  std::vector<std::string> texts;
  texts.reserve(found.size());
  for (const auto& [regions, overlap] : found)
    texts.push_back(fmt::format(
        "region {} and region {}, in {} cells, the first at {}", label_text(mesh.region_names[regions.first]),
        label_text(mesh.region_names[regions.second]), overlap.n, point_text(overlap.first)));
  return texts;
}

}  // namespace dgsolve
