#include "solver/electromagnetics/ports/mode_signs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "mesh/base/problems.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {
namespace {

constexpr int points_on_ray = 100;
/// A place counts as one of the largest field where it has this share of it.
constexpr double nearly_largest = 0.9;

using Point2 = std::array<double, 2>;

/// A place in the section: a cell and its reference coordinates.
struct Place {
  int cell;
  std::vector<double> r;
};

std::optional<Place> find_place(const PortSpace& port, const Point2& x) {
  const Mesh& mesh = port.faces->section;
  const Point at = {x[0], x[1], 0};
  for (int e = 0; e < mesh.n_elements(); ++e) {
    double size = 0;
    for (int v = 1; v < 3; ++v) size = std::max(size, distance(mesh.vertex(e, v), mesh.vertex(e, 0)));
    if (distance(mesh.vertex(e, 0), at) > 1.5 * size) continue;
    if (const auto r = port.space.reference_points(e, x)) return Place{e, *r};
  }
  return {};
}

SectionFields fields_at(const SectionProfile& profile, const Place& place) {
  return profile.in_section(place.cell, place.r).front();
}

Point2 in_plane(const PortFrame& frame, const Point& direction) {
  return {dot(direction, frame.t1), dot(direction, frame.t2)};
}

Point2 centre_of(const SectionSpace& space) {
  const CellMap map(space.d.mesh, space.rule.points);
  std::vector<double> x(2 * space.rule.size());
  Point2 sum{};
  double area = 0;
  for (int e = 0; e < space.d.K(); ++e) {
    map.coordinates(e, x.data());
    const CellAtPoints cell = space.at_points(e);
    for (int n = 0; n < space.rule.size(); ++n) {
      area += cell.weights[n];
      for (int j = 0; j < 2; ++j) sum[j] += cell.weights[n] * x[2 * n + j];
    }
  }
  return {sum[0] / area, sum[1] / area};
}

/// The places on a ray from the port's centre that lie in its faces, from the centre on.
std::vector<Place> on_ray(const PortSpace& port, const Point2& direction) {
  const Point2 centre = centre_of(port.space);
  double farthest = 0;
  for (const Point& x : port.faces->section.nodes)
    farthest = std::max(farthest, std::hypot(x[0] - centre[0], x[1] - centre[1]));
  std::vector<Place> places;
  for (int i = 0; i < points_on_ray; ++i) {
    const double s = farthest * (i + 0.5) / points_on_ray;
    if (const auto where = find_place(port, {centre[0] + s * direction[0], centre[1] + s * direction[1]}))
      places.push_back(*where);
  }
  return places;
}

Point2 unit_in_plane(const PortFaces& faces, const Point& direction, const std::string& mode) {
  const Point2 p = in_plane(faces.frame, direction);
  const double size = std::hypot(p[0], p[1]);
  if (!(size > 1e-3 * length(direction)))
    throw std::invalid_argument(
        fmt::format("mode {} of port {}: polarisation {} lies along the port's normal "
                    "{}; a direction in its plane is expected",
                    mode, faces.name, point_text(direction), point_text(faces.frame.normal)));
  return {p[0] / size, p[1] / size};
}

double along(const SectionFields& fields, const Point2& direction) {
  return fields.e[0] * direction[0] + fields.e[1] * direction[1];
}

/// A few points inside a cell.
const std::vector<double> few_points = {-1.0 / 3, -1.0 / 3, -0.8, -0.8, 0.6, -0.8, -0.8, 0.6};

double largest_field(const SectionProfile& profile) {
  double largest = 0;
  for (int e = 0; e < profile.port->space.d.K(); ++e)
    for (const SectionFields& f : profile.in_section(e, few_points))
      largest = std::max(largest, std::hypot(f.e[0], f.e[1]));
  return largest;
}

/// The sign of the first value that is nearly the largest.
double sign_of_first(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  for (const double value : values)
    if (std::abs(value) >= nearly_largest * largest) return std::copysign(1.0, value);
  return 1;
}

/// The sign of the largest component at the first place, along (1, √2, √3), of nearly the largest field:
/// equal ports have equal signs, whatever their meshes.
double sign_by_field(const SectionProfile& profile) {
  const PortSpace& port = *profile.port;
  const auto& [origin, t1, t2, normal] = port.faces->frame;
  const double threshold = nearly_largest * largest_field(profile);
  double first = std::numeric_limits<double>::infinity();
  Point field{};
  const CellMap map(port.faces->section, few_points);
  std::vector<double> x(few_points.size());
  for (int e = 0; e < port.space.d.K(); ++e) {
    map.coordinates(e, x.data());
    const std::vector<SectionFields> fields = profile.in_section(e, few_points);
    for (std::size_t n = 0; n < fields.size(); ++n) {
      const SectionFields& f = fields[n];
      if (std::hypot(f.e[0], f.e[1]) < threshold) continue;
      double place = 0;
      for (int i = 0; i < 3; ++i) place += std::sqrt(i + 1.0) * (x[2 * n] * t1[i] + x[2 * n + 1] * t2[i]);
      if (place >= first) continue;
      first = place;
      for (int i = 0; i < 3; ++i) field[i] = f.e[0] * t1[i] + f.e[1] * t2[i];
    }
  }
  double largest = 0;
  for (const double component : field) largest = std::max(largest, std::abs(component));
  for (const double component : field)
    if (std::abs(component) > 0.999 * largest) return std::copysign(1.0, component);
  return 1;
}

double sign_by_polarisation(const SectionProfile& profile, const Point& polarisation,
                            const std::string& mode) {
  const Point2 p = unit_in_plane(*profile.port->faces, polarisation, mode);
  std::vector<double> values;
  for (const Place& where : on_ray(*profile.port, p)) values.push_back(along(fields_at(profile, where), p));
  const auto is_small = [&](double value) { return std::abs(value) < 1e-3 * largest_field(profile); };
  if (std::all_of(values.begin(), values.end(), is_small))
    throw std::invalid_argument(fmt::format(
        "mode {} of port {} has no field along its polarisation {} on the ray from the port's centre in this "
        "direction; another direction is expected",
        mode, profile.port->faces->name, point_text(polarisation)));
  return sign_of_first(values);
}

void refuse_outside_plane(const std::array<Point, 2>& line, const PortFaces& faces, const std::string& mode) {
  constexpr double flat = 1e-3;  // of the line's length
  for (const Point& end : line)
    if (const double height = dot(difference(end, faces.frame.origin), faces.frame.normal);
        std::abs(height) > flat * distance(line[0], line[1]))
      throw std::invalid_argument(
          fmt::format("mode {} of port {}: the voltage line's end {} lies {:.3g} outside the port's plane; "
                      "expected a line in that plane",
                      mode, faces.name, point_text(end), std::abs(height)));
}

}  // namespace

std::vector<double> polarised_weights(const std::vector<std::shared_ptr<SectionProfile>>& profiles,
                                      const Point& polarisation, const std::string& mode) {
  const PortSpace& port = *profiles.front()->port;
  const Point2 p = unit_in_plane(*port.faces, polarisation, mode);
  const std::vector<Place> places = on_ray(port, p);
  const int n = static_cast<int>(profiles.size());
  Matrix squares(n, n);  // Σ over places of (e_i·p)(e_j·p)
  for (const Place& where : places) {
    std::vector<double> e;
    for (const auto& profile : profiles) e.push_back(along(fields_at(*profile, where), p));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) squares(i, j) += e[i] * e[j];
  }
  const SymmetricEigen eigen = symmetric_eigen(squares);
  const double largest = std::pow(largest_field(*profiles.front()), 2) * static_cast<double>(places.size());
  if (!(eigen.values[n - 1] > 1e-3 * largest && eigen.values[n - 1] > 1.05 * eigen.values[n - 2]))
    throw std::invalid_argument(fmt::format(
        "mode {} of port {}: its polarisation {} does not tell it from the others of its cut-off: their "
        "fields along it, on the ray from the port's centre in this direction, are equal; another one is "
        "expected",
        mode, port.faces->name, point_text(polarisation)));
  std::vector<double> weights;
  for (int i = 0; i < n; ++i) weights.push_back(eigen.vectors(i, n - 1));
  return weights;
}

void set_sign(SectionProfile& profile, const WantedMode& wanted, const std::string& mode) {
  profile.sign = 1;
  if (wanted.voltage) {
    refuse_outside_plane(*wanted.voltage, *profile.port->faces, mode);
    const double V = voltage_along(profile, *wanted.voltage);
    if (!(std::abs(V) > 1e-6 * largest_field(profile) * distance((*wanted.voltage)[0], (*wanted.voltage)[1])))
      throw std::invalid_argument(fmt::format(
          "mode {} of port {} has no voltage from {} to {}; a line along its field is expected", mode,
          profile.port->faces->name, point_text((*wanted.voltage)[0]), point_text((*wanted.voltage)[1])));
    profile.sign = std::copysign(1.0, V);
  } else if (wanted.polarisation) {
    profile.sign = sign_by_polarisation(profile, *wanted.polarisation, mode);
  } else {
    profile.sign = sign_by_field(profile);
  }
}

double voltage_along(const SectionProfile& profile, const std::array<Point, 2>& line) {
  const PortFaces& faces = *profile.port->faces;
  const Point2 from = faces.in_section(line[0]), to = faces.in_section(line[1]);
  const Point2 way = {to[0] - from[0], to[1] - from[1]};
  constexpr int pieces = 200;  // each has two Gauss points
  double sum = 0;
  for (int i = 0; i < pieces; ++i)
    for (const double g : {-0.5 / std::numbers::sqrt3, 0.5 / std::numbers::sqrt3}) {
      const double s = (i + 0.5 + g) / pieces;
      if (const auto where = find_place(*profile.port, {from[0] + s * way[0], from[1] + s * way[1]}))
        sum += along(fields_at(profile, *where), way) / (2 * pieces);
    }
  return profile.sign * sum;
}

double share_at_open_rim(const SectionProfile& profile) {
  const SectionSpace& space = profile.port->space;
  const Mesh& section = profile.port->faces->section;
  const Quadrature gauss = gauss_jacobi(space.q() + 1, 0, 0);
  double power = 0, length_of_rim = 0, area = 0;
  for (int side = 0; side < std::ssize(section.boundary); ++side) {
    if (section.boundary[side] != profile.port->faces->open_group()) continue;
    const FaceVertices v = face_vertices(section, {side / 3, side % 3});
    const double edge = distance(section.nodes[v[0]], section.nodes[v[1]]);
    length_of_rim += edge;
    const std::vector<SectionFields> fields =
        profile.in_section(side / 3, points_on_face(2, side % 3, gauss.points));
    for (int n = 0; n < gauss.size(); ++n) {
      const SectionFields& f = fields[n];
      power += gauss.weights[n] / 2 * edge * std::abs(f.e[0] * f.h[1] - f.e[1] * f.h[0]);
    }
  }
  if (length_of_rim == 0) return 0;
  for (int e = 0; e < space.d.K(); ++e)
    for (const double w : space.at_points(e).weights) area += w;
  return power / length_of_rim / (2 / area);  // ½∫(e×h)·n = 1
}

}  // namespace dgsolve
