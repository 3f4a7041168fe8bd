#include "solver/electromagnetics/lumped/gap_faces.hpp"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "kernels/base/names.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/geometric_factors.hpp"

namespace dgsolve {
namespace {

/// Ends lie at one length, and sides along the direction, to this share.
constexpr double straightness = 1e-4;

using Edge = std::pair<int, int>;  ///< the lower and the higher vertex

/// An edge of the group's faces.
struct EdgeUse {
  int n_faces = 0;            ///< of the group
  std::set<std::string> pec;  ///< groups of conductors at it
  std::string open = {};      ///< group at it that has layers behind it; empty: none
};

/// A connected part of the rim that lies on conductors.
struct End {
  std::set<std::string> groups;
  std::set<int> vertices;
};

class GapFinder {
 public:
  GapFinder(const Mesh& mesh, const std::string& group, const LumpedGap& gap,
            const std::vector<std::string>& pec, const std::vector<std::string>& open)
      : mesh_(mesh), gap_(gap), sides_(sides_of_group(mesh, group)) {
    refuse_faces_of_both_kinds();
    find_edges(group, pec, open);
    refuse_layers();
  }

  GapFaces find() {
    const std::vector<End> ends = find_ends();
    find_axis(ends);
    for_points([&](Side side, double, const Point&, const Point& n) { check_normal(side, n); });
    place_between(ends);
    check_width();
    double squares = 0;
    for_points([&](Side, double weight, const Point& x, const Point& n) {
      const Point e = found_.unit_field(x);
      const double area = dgsolve::length(n), across = dot(e, n) / area;
      squares += weight * area * (dot(e, e) - across * across);
    });
    found_.squares = 1 / squares;
    return found_;
  }

 private:
  [[noreturn]] static void refuse(const std::string& text) { throw std::invalid_argument(text); }

  void refuse_faces_of_both_kinds() const {
    if (sides_.empty()) refuse("has no faces; expected faces between two conductors");
    const auto is_inside = [&](const Side& side) { return mesh_.neighbor[side_index(mesh_, side)] >= 0; };
    const auto inside = std::ranges::find_if(sides_, is_inside),
               outside = std::ranges::find_if_not(sides_, is_inside);
    if (inside != sides_.end() && outside != sides_.end())
      refuse(
          fmt::format("has faces inside the mesh, as {}, and at its outside, as {}; expected all of one kind",
                      face_text(mesh_, *inside), face_text(mesh_, *outside)));
  }

  template <class Visit>
  void for_edges(Side side, const Visit& visit) const {
    const FaceVertices v = face_vertices(mesh_, side);
    for (int j = 0; j < 3; ++j) visit(Edge(std::minmax(v[j], v[(j + 1) % 3])));
  }

  void find_edges(const std::string& group, const std::vector<std::string>& pec,
                  const std::vector<std::string>& open) {
    for (const Side side : sides_) for_edges(side, [&](const Edge& edge) { ++edges_[edge].n_faces; });
    for (int side = 0; side < std::ssize(mesh_.boundary); ++side) {
      if (mesh_.boundary[side] < 0) continue;
      const std::string& name = mesh_.boundary_names[mesh_.boundary[side]];
      const bool is_pec = index_of(pec, name) >= 0, is_open = index_of(open, name) >= 0;
      if (name == group || (!is_pec && !is_open)) continue;
      for_edges({side / mesh_.n_faces(), side % mesh_.n_faces()}, [&](const Edge& edge) {
        const auto at = edges_.find(edge);
        if (at == edges_.end()) return;
        if (is_pec) at->second.pec.insert(name);
        if (is_open) at->second.open = name;
      });
    }
  }

  /// The layers would go on from the element's edge as they do from a conductor's, and be a part of it.
  void refuse_layers() const {
    for (const auto& [edge, use] : edges_)
      if (!use.open.empty())
        refuse(
            fmt::format("meets boundary {} at {}, behind which layers absorb; expected conductors that go "
                        "on beyond the element before they meet it",
                        use.open, place(edge)));
  }

  std::string place(const Edge& edge) const {
    return point_text(mean_of(mesh_, std::array{edge.first, edge.second}));
  }
  std::string text(const End& end) const {
    std::vector<Point> corners;
    for (const int v : end.vertices) corners.push_back(mesh_.nodes[v]);
    return listed({end.groups.begin(), end.groups.end()}) + " at " +
           point_text(*std::ranges::min_element(corners));
  }

  /// The two of them. Edges on conductors that share a vertex are one.
  std::vector<End> find_ends() const {
    std::vector<End> ends;
    for (const auto& one : edges_) {
      const Edge& edge = one.first;
      const EdgeUse& use = one.second;
      if (use.n_faces > 2) refuse(fmt::format("branches at {}; expected faces of one surface", place(edge)));
      if (use.pec.empty()) continue;
      if (use.n_faces == 2)
        refuse(fmt::format("is crossed by {} at {}; expected conductors at its ends only",
                           listed({use.pec.begin(), use.pec.end()}), place(edge)));
      End joined{use.pec, {edge.first, edge.second}};
      std::erase_if(ends, [&](const End& end) {
        if (!end.vertices.contains(edge.first) && !end.vertices.contains(edge.second)) return false;
        joined.groups.insert(end.groups.begin(), end.groups.end());
        joined.vertices.insert(end.vertices.begin(), end.vertices.end());
        return true;
      });
      ends.push_back(std::move(joined));
    }
    if (ends.size() == 2) return ends;
    std::vector<std::string> texts;
    texts.reserve(ends.size());
    for (const End& end : ends) texts.push_back(text(end));
    refuse(ends.empty()
               ? "meets no conductor; expected faces from one boundary of type pec to another"
               : fmt::format("does not span two conductors: its rim meets {} {} of pec, {}; expected "
                             "two, one at each end",
                             ends.size(), ends.size() == 1 ? "piece" : "pieces", list_text(texts)));
  }

  void find_axis(const std::vector<End>& ends) {
    found_.is_radial = !gap_.direction;
    found_.axis = unit(gap_.direction ? *gap_.direction : scaled_normal(mesh_, sides_.front()));
    if (found_.is_radial) found_.center = center_of_circles(ends);
  }

  /// The centre of circles through the ends' vertices: x·x = 2 c·x + r² − c·c for both radii, by least
  /// squares, in the plane of the faces.
  Point center_of_circles(const std::vector<End>& ends) const {
    const Point origin = mesh_.nodes[*ends[0].vertices.begin()];
    const Point t1 = unit(difference(mesh_.nodes[*ends[1].vertices.begin()], origin)),
                t2 = cross(found_.axis, t1);
    const auto n = static_cast<Eigen::Index>(ends[0].vertices.size() + ends[1].vertices.size());
    Eigen::MatrixXd A(n, 4);
    Eigen::VectorXd squares(n);
    Eigen::Index row = 0;
    for (int end = 0; end < 2; ++end)
      for (const int v : ends[end].vertices) {
        const Point x = difference(mesh_.nodes[v], origin);
        const double a = dot(x, t1), b = dot(x, t2);
        A.row(row) << 2 * a, 2 * b, end == 0, end == 1;
        squares(row++) = a * a + b * b;
      }
    const Eigen::VectorXd c = A.colPivHouseholderQr().solve(squares);
    Point center = origin;
    for (int i = 0; i < 3; ++i) center[i] += c(0) * t1[i] + c(1) * t2[i];
    return center;
  }

  double position(const Point& x) const {
    return found_.is_radial ? dgsolve::length(found_.from_axis(x)) : dot(x, found_.axis);
  }

  void place_between(const std::vector<End>& ends) {
    std::array<double, 2> low{}, high{};
    for (int end = 0; end < 2; ++end) {
      std::vector<double> positions;
      for (const int v : ends[end].vertices) positions.push_back(position(mesh_.nodes[v]));
      low[end] = *std::ranges::min_element(positions);
      high[end] = *std::ranges::max_element(positions);
    }
    const int first = low[0] + high[0] <= low[1] + high[1] ? 0 : 1;
    found_.begin = (low[first] + high[first]) / 2;
    found_.end = (low[1 - first] + high[1 - first]) / 2;
    for (const int end : {first, 1 - first})
      if (high[end] - low[end] > straightness * found_.length() || found_.length() <= 0)
        refuse(
            fmt::format("its length varies: {} lies between {:.6g} and {:.6g} {}; expected a direction from "
                        "one conductor to the other, and ends across it",
                        text(ends[end]), low[end], high[end],
                        found_.is_radial ? "from the ring's axis" : "along the direction"));
    found_.conductors = {text(ends[first]), text(ends[1 - first])};
  }

  /// Edges of the rim that lie on no conductor run from one to the other.
  void check_width() const {
    for (const auto& [edge, use] : edges_) {
      if (use.n_faces != 1 || !use.pec.empty()) continue;
      const Point &a = mesh_.nodes[edge.first], &b = mesh_.nodes[edge.second];
      const Point along = found_.is_radial ? unit(found_.from_axis(a)) : found_.axis;
      if (dgsolve::length(cross(unit(difference(b, a)), along)) > straightness)
        refuse(
            fmt::format("does not span {} and {} there, or its width varies: its edge at {} neither lies on "
                        "pec nor runs along the direction; expected a strip of one width",
                        found_.conductors[0], found_.conductors[1], place(edge)));
    }
  }

  /// Calls visit(side, weight, x, normal) at quadrature points; weights times the normals' lengths are areas.
  template <class Visit>
  void for_points(const Visit& visit) const {
    constexpr int degree = 10;
    const Quadrature rule = data_quadrature(2, degree);
    const std::vector<CellMap> maps = face_maps(mesh_, rule.points);
    std::vector<double> x(rule.size() * 3), dxdr(rule.size() * 9);
    for (const Side side : sides_) {
      maps[side.face].coordinates(side.element, x.data());
      maps[side.face].derivatives(side.element, dxdr.data());
      for (int q = 0; q < rule.size(); ++q) {
        double metric[9];
        Point n{};
        jacobian_and_metric(3, &dxdr[q * 9], metric);
        scaled_normal(3, side.face, metric, n.data());
        visit(side, rule.weights[q], Point{x[3 * q], x[3 * q + 1], x[3 * q + 2]}, n);
      }
    }
  }

  void check_normal(Side side, const Point& n) const {
    const double share = std::abs(dot(unit(n), found_.axis));
    if (found_.is_radial ? share < 1 - straightness : share > most_tilt)
      refuse(fmt::format(
          "{} {}; expected {}", face_text(mesh_, side),
          found_.is_radial ? "does not lie in the plane of the others" : "does not run along the direction",
          found_.is_radial ? "a plane ring between two circles"
                           : "faces of a plane or a tube that the direction lies in"));
  }

  const Mesh& mesh_;
  const LumpedGap& gap_;
  const std::vector<Side> sides_;
  std::map<Edge, EdgeUse> edges_;
  GapFaces found_;
};

}  // namespace

Point GapFaces::from_axis(const Point& x) const {
  Point r = difference(x, center);
  const double along = dot(r, axis);
  for (int i = 0; i < 3; ++i) r[i] -= along * axis[i];
  return r;
}

Point GapFaces::unit_field(const Point& x) const {
  Point field = is_radial ? from_axis(x) : axis;
  const double size = 1 / (is_radial ? dot(field, field) * std::log(end / begin) : length());
  for (double& component : field) component *= size;
  return field;
}

GapFaces find_gap(const Mesh& mesh, const std::string& group, const LumpedGap& gap,
                  const std::vector<std::string>& pec, const std::vector<std::string>& open) {
  return GapFinder(mesh, group, gap, pec, open).find();
}

GapFaces gap_of(const Mesh& mesh, const WaveOptions& options, const std::string& group) {
  std::vector<std::string> pec, open;
  for (const auto& [name, boundary] : options.boundaries) {
    if (boundary.type == "pec") pec.push_back(name);
    if (boundary.open) open.push_back(name);
  }
  return find_gap(mesh, group, options.boundaries.at(group).gap.value(), pec, open);
}

void set_lumped_elements(const Mesh& mesh, WaveOptions& options) {
  for (auto& [name, boundary] : options.boundaries) {
    if (!boundary.gap) continue;
    try {
      const GapFaces faces = gap_of(mesh, options, name);
      boundary.type = lumped_boundary;
      boundary.lumped->squares = faces.squares;
      boundary.lumped->unit_field = [faces](const Point& x) { return faces.unit_field(x); };
      boundary.gap->found = {faces.conductors, faces.length(), faces.width()};
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument("boundaries." + name + ": " + wrong.what());
    }
  }
}

}  // namespace dgsolve
