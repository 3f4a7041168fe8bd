#include "solver/electromagnetics/incident/open_rim.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

constexpr double rounding = 1e-6;  ///< of directions: a wall is plane though it was turned by less

/// Node numbers of an edge's ends, ascending; in 2D, where a rim consists of vertices, twice the same.
using Edge = std::pair<int, int>;

std::vector<Edge> edges_of(const Mesh& mesh, const Side& side) {
  const FaceVertices v = face_vertices(mesh, side);
  if (mesh.dim == 2) return {{v[0], v[0]}, {v[1], v[1]}};
  return {std::minmax(v[0], v[1]), std::minmax(v[1], v[2]), std::minmax(v[2], v[0])};
}

/// Unit normal of a face through its vertices, of either sign.
std::array<double, 3> normal_of(const Mesh& mesh, const Side& side) {
  const FaceVertices v = face_vertices(mesh, side);
  const Point &a = mesh.nodes[v[0]], &b = mesh.nodes[v[1]];
  std::array<double, 3> n{b[1] - a[1], a[0] - b[0], 0};
  if (mesh.dim == 3) {
    const Point& c = mesh.nodes[v[2]];
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      n[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
    }
  }
  const double length = std::hypot(n[0], n[1], n[2]);
  for (double& component : n) component /= length;
  return n;
}

/// Whether a boundary of a type answers the wave's fields with themselves.
bool leaves_alone(int type, const WaveAtRim& wave, const std::array<double, 3>& n, const Physics& physics) {
  const std::size_t n_fields = wave.fields.size();
  const double* const c = wave.medium.data();
  const Point origin{};
  const std::vector<double> zero(n_fields, 0.0);
  const FluxValues upwind = flux_values(physics.info);
  std::vector<double> outside(n_fields), own(n_fields), answered(n_fields);
  physics.exterior(type, wave.fields.data(), zero.data(), n.data(), origin.data(), 0, c, upwind,
                   outside.data());
  physics.numerical_flux(wave.fields.data(), c, wave.fields.data(), c, n.data(), upwind, own.data());
  physics.numerical_flux(wave.fields.data(), c, outside.data(), c, n.data(), upwind, answered.data());
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < n_fields; ++i) {
    difference = std::max(difference, std::abs(own[i] - answered[i]));
    size = std::max({size, std::abs(own[i]), std::abs(answered[i])});
  }
  return difference <= rounding * size;
}

/// What is wrong with a face of the boundary at which the surface ends (at_rim), or at which the part ends
/// that the wave enters; empty: nothing.
std::string trouble_at(const Side& side, bool at_rim, const WaveAtRim& wave, const WaveOptions& options,
                       const Physics& physics, const Mesh& mesh) {
  const std::string& name = mesh.boundary_names[mesh.boundary[side_index(mesh, side)]];
  const auto boundary = options.boundaries.find(name);
  if (boundary == options.boundaries.end()) return {};
  const std::string& type = boundary->second.type;
  const std::array<double, 3> n = normal_of(mesh, side);
  if (type == "periodic") {
    const double along = n[0] * wave.direction[0] + n[1] * wave.direction[1] + n[2] * wave.direction[2];
    if (!at_rim || std::abs(along) <= rounding) return {};
    return "the surface ends at the periodic boundary " + name +
           ", through which the wave runs; expected a direction along it";
  }
  const auto& types = physics.info.boundary_types;
  const auto known = std::ranges::find(types, type, &BoundaryTypeInfo::name);
  if (type == "open" || (known != types.end() && !known->sheet))
    return "the surface is not closed: what the wave enters reaches the boundary " + name + ", which is " +
           type +
           "; expected regions that others surround, or a surface that ends at walls that leave the wave as "
           "it is, or at periodic boundaries";
  if (known == types.end()) return {};
  if (!at_rim || leaves_alone(static_cast<int>(known - types.begin()), wave, n, physics)) return {};
  return "the surface ends at the boundary " + name + ", and the wave does not stay as it is at " + type +
         "; expected E along the normal of a pec, H along that of a pmc";
}

void check_walls_on(const std::vector<Side>& surface, const std::string& key, const WaveOptions& options,
                    const Mesh& mesh) {
  for (const Side& side : surface) {
    const int group = mesh.boundary[side_index(mesh, side)];
    if (group < 0) continue;
    const auto boundary = options.boundaries.find(mesh.boundary_names[group]);
    if (boundary == options.boundaries.end() || boundary->second.type == "incident") continue;
    throw std::invalid_argument(key + ": the surface has faces of the boundary " + boundary->first +
                                ", which is " + boundary->second.type +
                                "; expected a surface that no wall or periodic boundary is part of");
  }
}

}  // namespace

void check_rim(const std::vector<Side>& surface, const std::vector<bool>& entered, const WaveAtRim& wave,
               const std::string& key, const WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  check_walls_on(surface, key, options, mesh);
  std::set<Edge> edges;
  for (const Side& side : surface)
    for (const Edge& edge : edges_of(mesh, side)) edges.insert(edge);
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const Side side{e, f};
      if (mesh.boundary[side_index(mesh, side)] < 0) continue;
      const std::vector<Edge> of_side = edges_of(mesh, side);
      const bool at_rim =
          std::ranges::any_of(of_side, [&](const Edge& edge) { return edges.contains(edge); });
      if (!at_rim && !entered[e]) continue;
      if (const std::string trouble = trouble_at(side, at_rim, wave, options, physics, mesh);
          !trouble.empty())
        throw std::invalid_argument(key + ": " + trouble);
    }
}

}  // namespace dgsolve
