#include "solver/electromagnetics/monitors/reference_wave.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/impedance.hpp"
#include "solver/electromagnetics/monitors/surface_points.hpp"

namespace dgsolve {
namespace {

/// A waveform or a plane wave among those found.
struct Found {
  std::string waveform_text;
  ReferenceWave wave;

  bool is_same_as(const Found& other) const {
    if (waveform_text != other.waveform_text || wave.plane.has_value() != other.wave.plane.has_value())
      return false;
    return !wave.plane || (wave.plane->direction == other.wave.plane->direction &&
                           wave.plane->polarisation == other.wave.plane->polarisation);
  }
};

Found plane_wave(const Expression& waveform, const std::array<double, 3>& direction,
                 const std::array<double, 3>& polarisation, double impedance) {
  return {waveform.text(), {waveform, ReferenceWave::Plane{unit(direction), unit(polarisation), impedance}}};
}

int cell_across(const Mesh& mesh, Side side) {
  const int neighbor = mesh.neighbor[side_index(mesh, side)];
  return neighbor < 0 ? side.element : neighbor;
}

/// Whether a side lies in the medium that a plane wave comes through.
bool is_entered(const Mesh& mesh, const Side& side, const WaveSource& source) {
  return index_of(source.incident.front().regions, mesh.region_names[mesh.region[side.element]]) >= 0;
}

}  // namespace

std::optional<ReferenceWave> reference_wave(const SpatialOperator& op, const WaveOptions& options) {
  const Mesh& mesh = op.discretization.mesh;
  std::vector<Found> found;
  for (const auto& [group, boundary] : options.boundaries) {
    if (!boundary.terms.empty() || (!boundary.data.empty() && !boundary.plane_wave)) return {};
    if (boundary.lumped && !boundary.lumped->source.is_zero()) return {};
    if (!boundary.plane_wave) continue;
    const std::vector<Side> sides = all_sides_of_group(mesh, group);
    const PlaneWave& wave = *boundary.plane_wave;
    if (!sides.empty())
      found.push_back(plane_wave(wave.waveform, wave.direction, wave.polarisation,
                                 impedance_at(op, sides.front().element)));
  }
  for (const WaveSource& source : options.sources) {
    const Expression& waveform = options.waveforms.at(source.waveform);
    if (source.type != WaveSourceType::plane_wave) {
      found.push_back({waveform.text(), {waveform, {}}});
      continue;
    }
    const std::vector<Side> sides = named_surface(mesh, source.into);
    const auto side = std::ranges::find_if(sides, [&](const Side& s) { return is_entered(mesh, s, source); });
    if (side != sides.end())
      found.push_back(plane_wave(waveform, source.direction, source.polarisation,
                                 impedance_at(op, cell_across(mesh, *side))));
  }
  const bool all_alike =
      std::ranges::all_of(found, [&](const Found& f) { return f.is_same_as(found.front()); });
  if (found.empty() || !all_alike || !options.source.empty()) return {};
  return found.front().wave;
}

std::optional<Point> direction_of_waves(const WaveOptions& options) {
  std::vector<Point> directions;
  for (const auto& [group, boundary] : options.boundaries)
    if (boundary.plane_wave) directions.push_back(unit(boundary.plane_wave->direction));
  for (const WaveSource& source : options.sources)
    if (source.type == WaveSourceType::plane_wave) directions.push_back(unit(source.direction));
  const bool all_alike =
      std::ranges::all_of(directions, [&](const Point& d) { return distance(d, directions.front()) < 1e-9; });
  if (directions.empty() || !all_alike) return {};
  return directions.front();
}

std::vector<Side> total_field_sides(const Mesh& mesh, const WaveOptions& options) {
  std::vector<Side> sides;
  for (const WaveSource& source : options.sources)
    if (source.type == WaveSourceType::plane_wave)
      for (const Side& side : named_surface(mesh, source.into)) sides.push_back(side);
  for (const auto& [group, boundary] : options.boundaries)
    if (boundary.type == "incident")
      for (const Side& side : all_sides_of_group(mesh, group))
        if (mesh.region_names[mesh.region[side.element]] == boundary.into) sides.push_back(side);
  return sides;
}

double entered_area(const Mesh& mesh, const WaveOptions& options, const Point& direction) {
  std::vector<Side> sides = total_field_sides(mesh, options);
  for (const auto& [group, boundary] : options.boundaries)
    if (boundary.type == "incoming" && boundary.plane_wave)
      for (const Side& side : all_sides_of_group(mesh, group)) sides.push_back(side);
  if (sides.empty()) return 0;
  const Point axis = unit(scaled_normal(mesh, sides.front()));
  double area = 0;
  for (const Side& side : sides) {
    const Point n = scaled_normal(mesh, side);
    if (std::abs(dot(n, axis)) < (1 - 1e-6) * length(n)) return 0;
    area += std::max(0.0, -2 * dot(n, direction));  // 2: a reference face's area, or length
  }
  return area;
}

}  // namespace dgsolve
