#include "solver/electromagnetics/incident/plane_waves.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/base/names.hpp"
#include "solver/electromagnetics/incident/half_spaces.hpp"
#include "solver/electromagnetics/incident/open_rim.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/sources/entered_surface.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& why) {
  throw std::invalid_argument(key + ": " + why +
                              "; expected one lossless medium, whose parameters are numbers");
}

/// A medium and the regions that have it.
struct RegionsOfMedium {
  std::vector<double> coefficients;
  std::vector<bool> regions;  ///< [region]
};

/// The equation's coefficients in a region.
std::vector<double> medium_of(const std::string& region, const std::string& key, const WaveOptions& options,
                              const Physics& physics) {
  if (options.dispersion.contains(region))
    refuse(key, "the medium of the region " + region + " depends on the frequency (it has poles)");
  if (options.models.contains(region)) refuse(key, "the region " + region + " has a local model");
  std::vector<double> parameters, found(physics.n_coefficients);
  for (const Expression& f : region_formulas(physics, options, region)) {
    if (!f.is_constant()) refuse(key, "the parameters of the region " + region + " vary");
    parameters.push_back(f(0, 0, 0, 0));
  }
  physics.coefficients(parameters.data(), options.units, found.data());
  if (physics.relaxation_rate(found.data()) != 0) refuse(key, "the region " + region + " is lossy");
  return found;
}

std::vector<RegionsOfMedium> media_in(const std::vector<bool>& regions, const std::string& key,
                                      const WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  std::vector<RegionsOfMedium> media;
  for (std::size_t region = 0; region < regions.size(); ++region) {
    if (!regions[region]) continue;
    const std::vector<double> medium = medium_of(mesh.region_names[region], key, options, physics);
    auto known = std::ranges::find(media, medium, &RegionsOfMedium::coefficients);
    if (known == media.end()) known = media.insert(known, {medium, std::vector<bool>(regions.size(), false)});
    known->regions[region] = true;
  }
  return media;
}

/// The coefficients of the one medium that some regions have.
std::vector<double> medium_in(const std::vector<bool>& regions, const std::string& key,
                              const WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  const std::vector<RegionsOfMedium> media = media_in(regions, key, options, physics, mesh);
  if (media.size() > 1) refuse(key, "it stands between regions of different media");
  return media.empty() ? std::vector<double>{} : media.front().coefficients;
}

/// A wave with its fields for f = 1.
struct EnteringWave {
  PlaneWaveIn wave;
  std::vector<double> fields;  ///< [n_fields]
};

EnteringWave entering_wave(const PlaneWaveIn& wave, const std::vector<double>& medium, const std::string& key,
                           const Physics& physics) {
  EnteringWave entering{wave, std::vector<double>(physics.n_fields)};
  if (!physics.info.electromagnetic->plane_wave(wave.k.data(), wave.E.data(), medium.data(),
                                                entering.fields.data()))
    throw std::invalid_argument(key +
                                ": the equation has no wave of this direction and polarisation; "
                                "expected polarisation perpendicular to direction, and in 2D along z for TM, "
                                "in the plane for TE");
  return entering;
}

/// A formula is simplified where a named constant is 0, 1 or −1. The text must not depend on angles: then its
/// neighbour serves.
double unlike_0_and_1(double value) {
  if (value == 0) return std::numeric_limits<double>::min();
  return std::abs(value) == 1 ? std::nextafter(value, 0) : value;
}

/// Adds a wave to the fields' formulas. Constants with names of their own, and formulas of all fields, also
/// of those that are 0 in a direction, let one kernel text serve every angle. number: of the wave.
void add_wave(const EnteringWave& entering, const std::vector<double>& medium, const Expression& waveform,
              const Physics& physics, int number, std::map<std::string, Expression>& data) {
  const auto& [k, E, delay] = entering.wave;
  const double c = physics.wave_speed(medium.data());
  const std::string n = std::to_string(number);
  const Expression retarded = Expression::parse(
      (delay ? "t - delay" + n : std::string("t")) + " - (kx" + n + "*x + ky" + n + "*y + kz" + n + "*z)",
      {{"delay" + n, unlike_0_and_1(delay.value_or(0))},
       {"kx" + n, unlike_0_and_1(k[0] / c)},
       {"ky" + n, unlike_0_and_1(k[1] / c)},
       {"kz" + n, unlike_0_and_1(k[2] / c)}});
  const Expression f = waveform.substitute(Variable::t, retarded);
  for (int i = 0; i < physics.n_fields; ++i) {
    const std::string& name = physics.info.fields[i];
    const Expression part = scaled(f, "amplitude_" + name + n, unlike_0_and_1(entering.fields[i]));
    const auto [field, is_new] = data.try_emplace(name, part);
    if (!is_new) field->second = field->second + part;
  }
}

/// [region]: whether it has cells at a boundary group.
std::vector<bool> regions_at(const std::string& group, const Mesh& mesh) {
  const int number = index_of(mesh.boundary_names, group);
  std::vector<bool> regions(mesh.region_names.size(), false);
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
    if (mesh.boundary[side] == number) regions[mesh.region[side / mesh.n_faces()]] = true;
  return regions;
}

/// What stands at a surface: one medium, or two that meet in a plane; first the one that the wave comes
/// through.
struct MediaAtSurface {
  std::vector<RegionsOfMedium> media;
  std::vector<std::vector<PlaneWaveIn>> waves;  ///< [medium]
};

MediaAtSurface waves_at_surface(std::vector<RegionsOfMedium> media, const PlaneWaveIn& incident,
                                const Physics& physics, const Mesh& mesh) {
  if (media.size() == 1) return {media, {{incident}}};
  if (media.size() > 2) throw std::invalid_argument("it stands between regions of more than two media");
  PlaneInterface interface = interface_between(mesh, media[0].regions, media[1].regions);
  if (dot(incident.k, interface.normal) < 0) {
    std::swap(media[0], media[1]);
    for (double& component : interface.normal) component = -component;
  }
  const auto medium = [&](int i) {
    const double* const c = media[i].coefficients.data();
    return HalfSpaceMedium{physics.wave_speed(c), physics.info.electromagnetic->impedance(c)};
  };
  const HalfSpaceWaves waves = refract(incident, interface, medium(0), medium(1));
  return {media, {waves.in_first, waves.in_second}};
}

/// [region]: whether it has cells on either side of a surface.
std::vector<bool> regions_along(const std::vector<Side>& sides, const Mesh& mesh) {
  std::vector<bool> regions(mesh.region_names.size(), false);
  for (const Side& side : sides) {
    regions[mesh.region[side.element]] = true;
    regions[mesh.region[mesh.neighbor[side_index(mesh, side)]]] = true;
  }
  return regions;
}

MediaAtSurface media_at(const std::vector<Side>& sides, const PlaneWaveIn& incident, const std::string& key,
                        const WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  const std::vector<RegionsOfMedium> media =
      media_in(regions_along(sides, mesh), key, options, physics, mesh);
  for (const Side& side : sides)
    for (const RegionsOfMedium& medium : media)
      if (medium.regions[mesh.region[side.element]] !=
          medium.regions[mesh.region[mesh.neighbor[side_index(mesh, side)]]])
        refuse(key, "it stands between regions of different media");
  try {
    return waves_at_surface(media, incident, physics, mesh);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(key + ": " + error.what() +
                                "; expected one lossless medium around the surface, or two that meet in a "
                                "plane which the wave passes");
  }
}

void set_source(WaveSource& source, const std::string& key, const WaveOptions& options,
                const Physics& physics, const Mesh& mesh) {
  std::vector<Side> sides;
  try {
    sides = entered_sides(mesh, source);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(key + ".into: " + error.what());
  }
  const PlaneWaveIn incident{unit(source.direction), unit(source.polarisation)};
  const auto [media, waves] = media_at(sides, incident, key + ".into", options, physics, mesh);
  static_cast<void>(entering_wave(incident, media.front().coefficients, key, physics));
  const std::vector<bool> inside = cells_inside(mesh, sides);
  source.incident.clear();
  int number = 0;
  for (std::size_t m = 0; m < media.size(); ++m) {
    const std::vector<bool>& regions = media[m].regions;
    IncidentField& field = source.incident.emplace_back();
    for (std::size_t region = 0; region < mesh.region_names.size(); ++region)
      if (regions[region]) field.regions.push_back(mesh.region_names[region]);
    std::vector<Side> of_medium;
    std::ranges::copy_if(sides, std::back_inserter(of_medium),
                         [&](const Side& side) { return regions[mesh.region[side.element]]; });
    for (const PlaneWaveIn& wave : waves[m]) {
      const EnteringWave entering = entering_wave(wave, media[m].coefficients, key, physics);
      check_rim(of_medium, inside, {wave.k, entering.fields, media[m].coefficients}, key + ".into", options,
                physics, mesh);
      add_wave(entering, media[m].coefficients, options.waveforms.at(source.waveform), physics, ++number,
               field.data);
    }
  }
}

}  // namespace

void set_plane_waves(WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  for (auto& [group, boundary] : options.boundaries) {
    if (!boundary.plane_wave) continue;
    const std::string key = "boundaries." + group + ".plane_wave";
    const PlaneWave& wave = *boundary.plane_wave;
    const std::vector<double> medium = medium_in(regions_at(group, mesh), key, options, physics, mesh);
    const EnteringWave entering =
        entering_wave({unit(wave.direction), unit(wave.polarisation)}, medium, key, physics);
    boundary.data.clear();
    add_wave(entering, medium, wave.waveform, physics, 1, boundary.data);
    for (int i = 0; i < physics.n_fields; ++i)
      if (entering.fields[i] == 0) boundary.data.erase(physics.info.fields[i]);
  }
  for (std::size_t i = 0; i < options.sources.size(); ++i)
    if (options.sources[i].type == WaveSourceType::plane_wave)
      set_source(options.sources[i], "sources[" + std::to_string(i) + "]", options, physics, mesh);
}

}  // namespace dgsolve
