#include "solver/electromagnetics/monitors/monitor_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"
#include "solver/electromagnetics/media/dispersive_media.hpp"
#include "solver/electromagnetics/monitors/reference_wave.hpp"
#include "solver/waves/sources/cell_sources.hpp"

namespace dgsolve {
namespace {

/// The faces of an open boundary and of a port lie between the mesh and its layers: their normals point out
/// of the mesh.
std::vector<Side> drawn_sides(const Mesh& mesh, const std::string& group, const WaveOptions& options) {
  std::vector<Side> sides = all_sides_of_group(mesh, group);
  std::erase_if(sides, [&](Side side) {
    return absorbs(options.models, mesh.region_names[mesh.region[side.element]]);
  });
  return sides;
}

/// The mean direction in which a wave enters a region through a boundary group; not of length 1.
Point direction_into(const std::string& region, const std::string& group, const Mesh& mesh) {
  std::vector<Side> sides = all_sides_of_group(mesh, group);
  std::erase_if(sides, [&](Side side) { return mesh.region_names[mesh.region[side.element]] == region; });
  return sum_of_normals(mesh, sides);
}

/// The cells of some regions, or those that a surface's sides belong to, each once.
std::vector<int> cells_of(const MonitorOptions& monitor, const Mesh& mesh, const std::vector<Side>& sides) {
  std::set<int> cells;
  for (const Side& side : sides) cells.insert(side.element);
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (index_of(monitor.regions, mesh.region_names[mesh.region[e]]) >= 0) cells.insert(e);
  return {cells.begin(), cells.end()};
}

void put_points(const MonitorOptions& monitor, const Discretization& d, const WaveOptions& options,
                SamplePoints& points) {
  for (const std::array<double, 3>& x : monitor.points) {
    const Location where = d.locate(x);
    refuse_in_layers(where.element, d.mesh, options);
    const std::vector<double> weights = d.interpolation_weights(where);
    points.elements.push_back(where.element);
    points.weights.insert(points.weights.end(), weights.begin(), weights.end());
  }
}

void append(SurfacePoints& to, const SurfacePoints& more) {
  const auto join = [](auto& a, const auto& b) { a.insert(a.end(), b.begin(), b.end()); };
  to.to_points = more.to_points;
  join(to.elements, more.elements);
  join(to.weights, more.weights);
  join(to.x, more.x);
  join(to.normal, more.normal);
  join(to.area, more.area);
}

/// Whether a far-field surface is that of the total field. Throws where it reads the total field elsewhere.
bool is_total_field_surface(const Mesh& mesh, const WaveOptions& options, const std::vector<Side>& sides) {
  std::set<int> total;
  std::set<std::string> regions;
  for (const Side& side : total_field_sides(mesh, options)) total.insert(side_index(mesh, side));
  for (const WaveSource& source : options.sources)
    if (source.type == WaveSourceType::plane_wave) regions.insert(source.into.begin(), source.into.end());
  const auto n =
      std::ranges::count_if(sides, [&](const Side& side) { return total.contains(side_index(mesh, side)); });
  if (!sides.empty() && n == static_cast<long>(sides.size())) return true;
  for (const Side& side : sides) {
    const int outside = mesh.neighbor[side_index(mesh, side)];
    if (outside >= 0 && regions.contains(mesh.region_names[mesh.region[outside]]))
      throw std::invalid_argument(
          "the surface lies in the total field, in region " + mesh.region_names[mesh.region[outside]] +
          "; expected one in the scattered field, or the surface through which the plane wave enters");
  }
  return false;
}

/// The coefficients of the cells whose traces radiate.
std::vector<double> medium_of(const SpatialOperator& op, const WaveOptions& options,
                              const SurfacePoints& surface) {
  const Mesh& mesh = op.discretization.mesh;
  const int Np = op.discretization.element.Np, n = op.coefficients.n;
  std::vector<double> medium;
  for (const int e : surface.elements) {
    const std::string& region = mesh.region_names[mesh.region[e]];
    const double* c = op.coefficients.cell(e, Np);
    if (absorbs(options.models, region))
      throw std::invalid_argument("outside the surface lies the absorbing layer " + region +
                                  "; expected a surface further inside, with cells of the mesh around it");
    if (options.dispersion.contains(region))
      throw std::invalid_argument("outside the surface lies region " + region +
                                  ", whose medium depends on the frequency (it has poles); expected one "
                                  "homogeneous lossless medium there");
    if (options.models.contains(region))
      throw std::invalid_argument(
          "outside the surface lies region " + region +
          ", which has a local model; expected one homogeneous lossless medium there");
    if (op.physics.relaxation_rate(c) != 0)
      throw std::invalid_argument("outside the surface lies region " + region +
                                  ", which is lossy; expected one homogeneous lossless medium there");
    if (medium.empty()) medium.assign(c, c + n);
    if (!std::equal(medium.begin(), medium.end(), c))
      throw std::invalid_argument("outside the surface lie different media, one of them in region " + region +
                                  "; expected one homogeneous lossless medium there");
  }
  return medium;
}

/// [K]: inside the surface, in a lossy medium.
std::vector<bool> lossy_cells(const SpatialOperator& op, const WaveOptions& options,
                              const std::vector<Side>& surface) {
  const Mesh& mesh = op.discretization.mesh;
  std::vector<bool> cells = cells_inside(mesh, surface);
  for (std::size_t e = 0; e < cells.size(); ++e)
    cells[e] = cells[e] && is_lossy_region(options, mesh.region_names[mesh.region[e]],
                                           op.physics.relaxation_rate(op.coefficients.cell(
                                               static_cast<int>(e), op.discretization.element.Np)));
  return cells;
}

/// The points around lossy media. What flows in there is lost, unless sources add to it.
void put_losses(const SpatialOperator& op, const WaveOptions& options, MonitorSampling& sampling) {
  const Discretization& d = op.discretization;
  const std::vector<bool> is_lossy = lossy_cells(op, options, sampling.sides);
  std::vector<Side> sides;
  for (int e = 0; e < d.mesh.n_elements(); ++e)
    for (int f = 0; is_lossy[e] && f < d.mesh.n_faces(); ++f) {
      const int across = d.mesh.neighbor[side_index(d.mesh, {e, f})];
      if (across >= 0 && !is_lossy[across]) sides.push_back({e, f});
    }
  append(sampling.surface, surface_points(d, sides, TraceSide::inside));
  sampling.knows_losses = std::ranges::count(is_lossy, true) == 0 || options.source.empty();
  const std::vector<bool> no_layers(d.mesh.region_names.size(), false);
  for (const CellSource& source :
       cell_sources(d, op.physics.info, options.units, options.sources, options.waveforms, no_layers))
    for (const int cell : source.cells) sampling.knows_losses = sampling.knows_losses && !is_lossy[cell];
}

void put_far_field(const SpatialOperator& op, const WaveOptions& options, MonitorSampling& sampling) {
  const Discretization& d = op.discretization;
  sampling.surface = surface_points(d, sampling.sides, TraceSide::outside);
  sampling.planes = symmetry_planes(d.mesh, options, sampling.sides);
  const bool is_total = is_total_field_surface(d.mesh, options, sampling.sides);
  sampling.n_first = sampling.surface.x.size();
  sampling.coefficients = medium_of(op, options, sampling.surface);
  if (is_total) append(sampling.surface, surface_points(d, sampling.sides, TraceSide::inside));
  sampling.n_on_surface = sampling.surface.x.size();
  const std::optional<ReferenceWave> wave = reference_wave(op, options);
  if (!wave || !wave->plane) put_losses(op, options, sampling);
}

}  // namespace

std::vector<Side> monitored_sides(const MonitorOptions& monitor, const Mesh& mesh,
                                  const WaveOptions& options) {
  const std::string& name = monitor.surface.front();
  std::optional<Point> along = direction_of_waves(options);
  if (const auto boundary = options.boundaries.find(name);
      boundary != options.boundaries.end() && index_of(mesh.region_names, name) < 0) {
    if (boundary->second.open) return drawn_sides(mesh, name, options);
    if (!along && boundary->second.type == "incident")
      along = direction_into(boundary->second.into, name, mesh);
  }
  return named_surface(mesh, monitor.surface, along);
}

long sampling_stride(const std::vector<double>& frequencies, double dt) {
  constexpr double samples = 8, most_steps = 1e9;
  const double highest = *std::max_element(frequencies.begin(), frequencies.end());
  return static_cast<long>(std::clamp(1 / (samples * highest * dt), 1.0, most_steps));
}

MonitorSampling monitor_sampling(const MonitorOptions& monitor, const SpatialOperator& op,
                                 const WaveOptions& options, double dt) {
  const Discretization& d = op.discretization;
  MonitorSampling sampling;
  if (!monitor.surface.empty()) {
    sampling.sides = monitored_sides(monitor, d.mesh, options);
    if (sampling.sides.empty()) throw std::invalid_argument("the surface has no faces");
  }
  if (monitor.type == MonitorType::port) {
    sampling.points.elements = monitor.nodes->elements;
    sampling.points.weights = monitor.nodes->weights;
  } else if (monitor.type == MonitorType::far_field) {
    put_far_field(op, options, sampling);
  } else if (monitor.type == MonitorType::flux) {
    sampling.surface = surface_points(
        d, sampling.sides, monitor.side == MonitorSide::inside ? TraceSide::inside : TraceSide::outside);
    sampling.n_first = sampling.n_on_surface = sampling.surface.x.size();
  } else if (monitor.points.empty()) {
    sampling.at_nodes = true;
    sampling.points.elements = cells_of(monitor, d.mesh, sampling.sides);
  } else {
    put_points(monitor, d, options, sampling.points);
  }
  if (!sampling.surface.elements.empty()) {
    sampling.points.elements = sampling.surface.elements;
    sampling.points.weights = std::move(sampling.surface.weights);
  }
  for (const double frequency : monitor.frequencies)
    sampling.points.omega.push_back(2 * std::numbers::pi * frequency);
  sampling.points.stride = sampling_stride(monitor.frequencies, dt);
  return sampling;
}

}  // namespace dgsolve
