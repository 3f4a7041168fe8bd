#include "solver/electromagnetics/incident/half_spaces.hpp"

#include <cmath>
#include <stdexcept>

#include "mesh/base/faces.hpp"
#include "solver/discretization/geometric_factors.hpp"

namespace dgsolve {
namespace {

Point times(double a, const Point& x) { return {a * x[0], a * x[1], a * x[2]}; }
Point sum(const Point& x, const Point& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }

/// The plane of a face's vertices.
PlaneInterface plane_of(const Mesh& mesh, const Side& side) {
  return {mesh.nodes[face_vertices(mesh, side)[0]], unit(scaled_normal(mesh, side))};
}

bool is_same(const PlaneInterface& a, const PlaneInterface& b, double size) {
  constexpr double rounding = 1e-6;
  return dot(a.normal, b.normal) > 1 - rounding &&
         std::abs(dot(difference(a.through, b.through), a.normal)) < rounding * size;
}

}  // namespace

PlaneInterface interface_between(const Mesh& mesh, const std::vector<bool>& first,
                                 const std::vector<bool>& second) {
  const BoundingBox box = bounding_box(mesh.nodes);
  const double size = distance(box.lower, box.upper);
  std::optional<PlaneInterface> found;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; first[mesh.region[e]] && f < mesh.n_faces(); ++f) {
      const int across = mesh.neighbor[side_index(mesh, {e, f})];
      if (across < 0 || !second[mesh.region[across]]) continue;
      const PlaneInterface of_face = plane_of(mesh, {e, f});
      if (!found) found = of_face;
      if (!is_same(*found, of_face, size))
        throw std::invalid_argument("two media meet there, but not in one plane");
    }
  if (!found) throw std::invalid_argument("two media lie there that meet nowhere");
  return *found;
}

HalfSpaceWaves refract(const PlaneWaveIn& incident, const PlaneInterface& interface,
                       const HalfSpaceMedium& first, const HalfSpaceMedium& second) {
  constexpr double grazing = 1e-6;
  const Point &k = incident.k, &n = interface.normal;
  const double cosine = dot(k, n);
  if (cosine < grazing)
    throw std::invalid_argument("the wave does not run towards the plane between two media");
  const double ratio = second.speed / first.speed, sine = length(cross(k, n)) * ratio;
  if (sine > 1 - grazing)
    throw std::invalid_argument("the plane between two media reflects the wave totally");
  const double beyond = std::sqrt(1 - sine * sine);  // cosine of the angle of refraction
  const Point along = difference(k, times(cosine, n));
  const Point k_r = difference(along, times(cosine, n)),
              k_t = unit(sum(times(ratio, along), times(beyond, n)));

  // E across the plane of incidence is along s, E in it along s×k, and then H is along s.
  const Point s = sine > grazing ? unit(cross(k, n)) : unit(incident.E);
  const double E_s = dot(incident.E, s), E_p = dot(incident.E, cross(s, k));
  const double a = second.impedance * cosine, b = first.impedance * beyond;
  const double a_p = first.impedance * cosine, b_p = second.impedance * beyond;
  const auto of = [&](const Point& k_of, double along_s, double in_plane, double c) {
    const double at_plane = dot(k, interface.through) / first.speed - dot(k_of, interface.through) / c;
    return PlaneWaveIn{k_of, sum(times(along_s * E_s, s), times(in_plane * E_p, cross(s, k_of))), at_plane};
  };
  HalfSpaceWaves waves;
  waves.in_first = {incident, of(k_r, (a - b) / (a + b), (a_p - b_p) / (a_p + b_p), first.speed)};
  waves.in_second = {of(k_t, 2 * a / (a + b), 2 * a / (a_p + b_p), second.speed)};
  return waves;
}

}  // namespace dgsolve
