#include "solver/electromagnetics/ports/mode_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>

namespace dgsolve {
namespace {

constexpr double length_tolerance = 1e-6;  ///< of the section's size
constexpr double area_tolerance = 0.03;    ///< of circles
/// Cut-offs are one where they differ by this share.
constexpr double one_cut_off = 1e-4;
constexpr int coarse_degree = 8;  ///< of a rule that tells functions around an axis apart

using Point2 = std::array<double, 2>;
/// A function of a place, relative to the shape's centre.
using Function = std::function<double(const Point2& x)>;

/// Functions at the points of a rule in all cells.
struct Sampled {
  std::vector<double> weights;  ///< [K·n]
  std::vector<Point2> x;        ///< [K·n]
  Matrix to_points;             ///< [n][Np]

  Sampled(const SectionSpace& space, const Quadrature& rule)
      : to_points(interpolation(2, space.q(), space.d.element.nodes, rule.points)) {
    const CellMap map(space.d.mesh, rule.points);
    std::vector<double> at(2 * rule.size()), J(rule.size());
    for (int e = 0; e < space.d.K(); ++e) {
      map.coordinates(e, at.data());
      map.jacobians(e, J.data());
      for (int n = 0; n < rule.size(); ++n) {
        weights.push_back(rule.weights[n] * J[n]);
        x.push_back({at[2 * n], at[2 * n + 1]});
      }
    }
  }

  double area() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }
  Point2 centroid() const {
    Point2 c{};
    const double all = area();
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int j = 0; j < 2; ++j) c[j] += weights[i] * x[i][j] / all;
    return c;
  }
  double product(const std::vector<double>& f, const std::vector<double>& g) const {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * f[i] * g[i];
    return sum;
  }
  std::vector<double> values(const Function& f) const {
    std::vector<double> v;
    for (const Point2& at : x) v.push_back(f(at));
    return v;
  }
  std::vector<double> values(const ScalarMode& mode) const {
    std::vector<double> v;
    for (std::size_t first = 0; first < mode.nodal.size(); first += to_points.cols)
      for (int n = 0; n < to_points.rows; ++n) {
        double sum = 0;
        for (int i = 0; i < to_points.cols; ++i) sum += to_points(n, i) * mode.nodal[first + i];
        v.push_back(sum);
      }
    return v;
  }
};

/// An edge of the rim, or of a sheet.
struct RimEdge {
  std::array<Point2, 2> ends;
  int group;  ///< of the section's boundaries
};

std::vector<RimEdge> rim_edges(const PortFaces& faces) {
  std::vector<RimEdge> edges;
  const Mesh& section = faces.section;
  for (int side = 0; side < std::ssize(section.boundary); ++side) {
    if (section.boundary[side] < 0) continue;
    const FaceVertices v = face_vertices(section, {side / 3, side % 3});
    const auto at = [&](int node) { return Point2{section.nodes[node][0], section.nodes[node][1]}; };
    edges.push_back({{at(v[0]), at(v[1])}, section.boundary[side]});
  }
  return edges;
}

/// The radius of the circle about `centre` on which all of a group's vertices lie; 0: there is none.
double radius_of(const std::vector<RimEdge>& edges, int group, const Point2& centre) {
  double least = HUGE_VAL, most = 0;
  for (const RimEdge& edge : edges)
    for (const Point2& x : edge.ends)
      if (edge.group == group) {
        least = std::min(least, std::hypot(x[0] - centre[0], x[1] - centre[1]));
        most = std::max(most, std::hypot(x[0] - centre[0], x[1] - centre[1]));
      }
  return most - least < length_tolerance * most ? (most + least) / 2 : 0;
}

/// A side of a rectangle.
struct RectangleSide {
  bool has_pec = false, has_pmc = false;
};

/// A rectangle along u with the extent [axis][low, high] in its own axes.
SectionShape rectangle_from(const Point2& u, const double (&extent)[2][2],
                            const RectangleSide (&sides)[2][2]) {
  const Point2 axes[2] = {u, {-u[1], u[0]}};
  SectionShape shape{SectionShape::rectangle};
  Point2 directions[2];
  double sizes[2];
  for (int axis = 0; axis < 2; ++axis) {
    const auto& [low, high] = sides[axis];
    if ((low.has_pmc && (low.has_pec || high.has_pmc)) || (high.has_pmc && high.has_pec)) return {};
    const int corner = low.has_pmc ? 1 : 0;  // where metal is
    sizes[axis] = (extent[axis][1] - extent[axis][0]) * (low.has_pmc || high.has_pmc ? 2 : 1);
    for (int i = 0; i < 2; ++i) {
      directions[axis][i] = corner == 0 ? axes[axis][i] : -axes[axis][i];
      shape.centre[i] += extent[axis][corner] * axes[axis][i];
    }
  }
  const int longer = sizes[1] > sizes[0] * (1 + length_tolerance) ? 1 : 0;
  shape.along = directions[longer];
  shape.across = directions[1 - longer];
  shape.a = sizes[longer];
  shape.b = sizes[1 - longer];
  return shape;
}

SectionShape rectangle_of(const std::vector<RimEdge>& edges, int pmc_group, double area) {
  const auto& [from, to] = edges.front().ends;
  const double length = std::hypot(to[0] - from[0], to[1] - from[1]);
  Point2 u = {(to[0] - from[0]) / length, (to[1] - from[1]) / length};
  if (std::abs(u[1]) > std::abs(u[0])) u = {u[1], -u[0]};  // the direction nearer to t1
  if (u[0] < 0) u = {-u[0], -u[1]};
  const auto coordinate = [&](const Point2& x, int axis) {
    return axis == 0 ? x[0] * u[0] + x[1] * u[1] : -x[0] * u[1] + x[1] * u[0];
  };
  double extent[2][2] = {{HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}};
  for (const RimEdge& edge : edges)
    for (const Point2& x : edge.ends)
      for (int axis = 0; axis < 2; ++axis) {
        extent[axis][0] = std::min(extent[axis][0], coordinate(x, axis));
        extent[axis][1] = std::max(extent[axis][1], coordinate(x, axis));
      }
  const double full = (extent[0][1] - extent[0][0]) * (extent[1][1] - extent[1][0]);
  if (std::abs(full - area) > length_tolerance * area) return {};

  RectangleSide sides[2][2];
  for (const RimEdge& edge : edges)
    for (int axis = 0; axis < 2; ++axis)
      for (int end = 0; end < 2; ++end) {
        const auto is_there = [&](const Point2& x) {
          return std::abs(coordinate(x, axis) - extent[axis][end]) < length_tolerance * std::sqrt(area);
        };
        if (!is_there(edge.ends[0]) || !is_there(edge.ends[1])) continue;
        (edge.group == pmc_group ? sides[axis][end].has_pmc : sides[axis][end].has_pec) = true;
      }
  return rectangle_from(u, extent, sides);
}

/// Z_m and its derivative, for Bessel functions of the first and second kind.
double bessel(bool first, int m, double x) {
  return first ? std::cyl_bessel_j(m, x) : std::cyl_neumann(m, x);
}
double bessel_derivative(bool first, int m, double x) {
  return m / x * bessel(first, m, x) - bessel(first, m + 1, x);
}

/// The radial part of ψ of wave number k with m periods around. On the inner conductor of a ring the
/// derivative of TE and the value of TM are 0.
class Radial {
 public:
  Radial(const SectionShape& shape, ModeKind kind, int m, double k)
      : m_(m), k_(k), is_ring_(shape.kind == SectionShape::ring) {
    if (!is_ring_) return;
    const auto on_metal = kind == ModeKind::TE ? bessel_derivative : bessel;
    first_ = on_metal(false, m, k * shape.a);
    second_ = -on_metal(true, m, k * shape.a);
  }
  double operator()(double r) const {
    return first_ * bessel(true, m_, k_ * r) + (is_ring_ ? second_ * bessel(false, m_, k_ * r) : 0);
  }

 private:
  int m_;
  double k_;
  bool is_ring_;
  double first_ = 1, second_ = 0;
};

bool is_one(double k, double other) { return std::abs(k - other) <= one_cut_off * k; }

/// Names modes of one shape.
class Namer {
 public:
  Namer(const SectionSpace& space, const SectionShape& shape, ModeKind kind)
      : shape_(shape),
        points_(space,
                shape.kind == SectionShape::rectangle ? space.rule : data_quadrature(2, coarse_degree)),
        kind_(kind),
        letters_(kind == ModeKind::TE ? "TE" : "TM") {}

  std::vector<NamedMode> name(const std::vector<ScalarMode>& modes) {
    std::vector<NamedMode> named;
    for (std::size_t first = 0, last; first < modes.size(); first = last) {
      last = first + 1;
      while (last < modes.size() && is_one(std::sqrt(modes[last - 1].kc2), std::sqrt(modes[last].kc2)))
        ++last;
      const std::vector<ScalarMode> group(modes.begin() + first, modes.begin() + last);
      std::vector<NamedMode> of_group = shape_.kind == SectionShape::rectangle ? in_rectangle(group)
                                        : is_round()                           ? around(group)
                                                                               : numbered(group);
      std::move(of_group.begin(), of_group.end(), std::back_inserter(named));
    }
    if (is_round()) pair_up(named);
    return named;
  }

 private:
  bool is_round() const { return shape_.kind == SectionShape::circle || shape_.kind == SectionShape::ring; }

  std::vector<NamedMode> numbered(const std::vector<ScalarMode>& group) {
    std::vector<NamedMode> named;
    for (const ScalarMode& mode : group)
      named.push_back({mode, shape_.kind == SectionShape::line ? fmt::format("{}{}", letters_, ++count_) : "",
                       partners(group)});
    return named;
  }
  static std::vector<ScalarMode> partners(const std::vector<ScalarMode>& group) {
    return group.size() > 1 ? group : std::vector<ScalarMode>{};
  }

  /// ψ = cos(mπx/a) cos(nπy/b) of TE_mn, with sines of TM_mn.
  std::vector<NamedMode> in_rectangle(const std::vector<ScalarMode>& group) {
    const double k = std::sqrt(group.front().kc2), pi = std::numbers::pi;
    std::vector<NamedMode> named;
    std::vector<std::vector<double>> values;
    for (const ScalarMode& mode : group) values.push_back(points_.values(mode));
    const int least = kind_ == ModeKind::TE ? 0 : 1;
    for (int m = least; m * pi / shape_.a <= 1.01 * k; ++m)
      for (int n = least; n * pi / shape_.b <= 1.01 * k; ++n) {
        if (std::abs(std::hypot(m * pi / shape_.a, n * pi / shape_.b) - k) > 10 * one_cut_off * k) continue;
        const std::vector<double> exact = points_.values([&](const Point2& x) {
          const double dx = x[0] - shape_.centre[0], dy = x[1] - shape_.centre[1];
          const double u = pi * m / shape_.a * (dx * shape_.along[0] + dy * shape_.along[1]);
          const double v = pi * n / shape_.b * (dx * shape_.across[0] + dy * shape_.across[1]);
          return kind_ == ModeKind::TE ? std::cos(u) * std::cos(v) : std::sin(u) * std::sin(v);
        });
        std::vector<double> c;
        double share = 0;
        for (const std::vector<double>& v : values) {
          c.push_back(points_.product(v, exact) / points_.product(v, v));
          share += c.back() * c.back() * points_.product(v, v) / points_.product(exact, exact);
        }
        if (share > 0.99) named.push_back({combination(group, c), fmt::format("{}{}{}", letters_, m, n)});
      }
    if (named.size() != group.size()) return numbered(group);
    if (shape_.a - shape_.b <= length_tolerance * shape_.a)  // no side tells TE10 from TE01
      for (NamedMode& mode : named) mode.partners = partners(group);
    return named;
  }

  /// The number m of periods around the axis is that of which ψ has the largest share.
  std::vector<NamedMode> around(const std::vector<ScalarMode>& group) {
    std::vector<NamedMode> named;
    for (const ScalarMode& mode : group) {
      const double k = std::sqrt(mode.kc2);
      const std::vector<double> psi = points_.values(mode);
      int best = 0;
      double most = 0;
      for (int m = 0; m <= 1.1 * k * std::max(shape_.a, shape_.b); ++m) {
        const Radial radial(shape_, kind_, m, k);
        std::vector<double> cosine, sine;
        for (const Point2& x : points_.x) {
          const double dx = x[0] - shape_.centre[0], dy = x[1] - shape_.centre[1];
          const double angle = std::atan2(dy, dx), value = radial(std::hypot(dx, dy));
          cosine.push_back(value * std::cos(m * angle));
          sine.push_back(value * std::sin(m * angle));
        }
        const auto share_of = [&](const std::vector<double>& exact) {
          return std::pow(points_.product(psi, exact), 2) / points_.product(psi, psi) /
                 points_.product(exact, exact);
        };
        const double share = share_of(cosine) + (m == 0 ? 0 : share_of(sine));
        if (share > most) best = m, most = share;
      }
      const int n = 1 + of_order_[best]++ / (best == 0 ? 1 : 2);
      named.push_back({mode, most > 0.9 ? fmt::format("{}{}{}", letters_, best, n) : "", partners(group)});
    }
    return named;
  }

  /// The two modes of a name are turned against each other.
  static void pair_up(std::vector<NamedMode>& named) {
    for (NamedMode& mode : named) {
      if (mode.name.empty()) continue;
      std::vector<ScalarMode> same;
      for (const NamedMode& other : named)
        if (other.name == mode.name) same.push_back(other.mode);
      mode.partners = partners(same);
    }
  }

  const SectionShape& shape_;
  const Sampled points_;
  const ModeKind kind_;
  const char* letters_;
  int count_ = 0;                ///< of numbered modes
  std::map<int, int> of_order_;  ///< modes of m so far
};

}  // namespace

SectionShape shape_of(const SectionSpace& space, const PortFaces& faces) {
  if (faces.dim == 2) return {SectionShape::line};
  const std::vector<RimEdge> edges = rim_edges(faces);
  const auto is_in = [&](int group) {
    return std::any_of(edges.begin(), edges.end(), [=](const RimEdge& edge) { return edge.group == group; });
  };
  const auto is_sheet = [](const PortConductor& conductor) { return conductor.is_sheet; };
  if (is_in(faces.open_group()) || std::any_of(faces.conductors.begin(), faces.conductors.end(), is_sheet))
    return {};
  const Sampled points(space, space.rule);
  const double area = points.area();
  const Point2 centre = points.centroid();
  const auto has_area = [&](double exact) { return std::abs(area - exact) < area_tolerance * exact; };
  const double outer = radius_of(edges, 0, centre);  // the first conductor is the longer one
  if (faces.n_conductors() == 1) {
    if (!is_in(faces.pmc_group()) && outer > 0 && has_area(std::numbers::pi * outer * outer))
      return {SectionShape::circle, centre, {1, 0}, {0, 1}, outer, outer};
    return rectangle_of(edges, faces.pmc_group(), area);
  }
  if (faces.n_conductors() == 2 && !is_in(faces.pmc_group())) {
    const double inner = radius_of(edges, 1, centre);
    if (inner > 0 && outer > 0 && has_area(std::numbers::pi * (outer * outer - inner * inner)))
      return {SectionShape::ring, centre, {1, 0}, {0, 1}, inner, outer};
  }
  return {};
}

int mode_number(const std::string& name) {
  const bool is_number = !name.empty() && name.size() < 6 &&
                         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? std::stoi(name) : 0;
}

std::vector<NamedMode> named_modes(const SectionSpace& space, const SectionShape& shape,
                                   const std::vector<ScalarMode>& modes) {
  if (modes.empty()) return {};
  return Namer(space, shape, modes.front().kind).name(modes);
}

}  // namespace dgsolve
