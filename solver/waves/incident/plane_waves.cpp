#include "solver/waves/incident/plane_waves.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "kernels/base/names.hpp"
#include "solver/waves/incident/open_rim.hpp"
#include "solver/waves/physics.hpp"
#include "solver/waves/sources/entered_surface.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& why) {
  throw std::invalid_argument(key + ": " + why +
                              "; expected one lossless medium, whose parameters are numbers");
}

/// The equation's coefficients in some regions.
std::vector<double> medium_in(const std::vector<bool>& regions, const std::string& key,
                              const WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  std::vector<double> medium;
  for (std::size_t region = 0; region < regions.size(); ++region) {
    if (!regions[region]) continue;
    const std::string& name = mesh.region_names[region];
    if (options.models.contains(name)) refuse(key, "the region " + name + " has a local model");
    std::vector<double> parameters, found(physics.n_coefficients);
    for (const Expression& f : region_formulas(physics, options, name)) {
      if (!f.is_constant()) refuse(key, "the parameters of the region " + name + " vary");
      parameters.push_back(f(0, 0, 0, 0));
    }
    physics.coefficients(parameters.data(), options.units, found.data());
    if (physics.relaxation_rate(found.data()) != 0) refuse(key, "the region " + name + " is lossy");
    if (!medium.empty() && medium != found) refuse(key, "it stands between regions of different media");
    medium = found;
  }
  return medium;
}

std::array<double, 3> unit(std::array<double, 3> v) {
  const double length = std::hypot(v[0], v[1], v[2]);
  for (double& component : v) component /= length;
  return v;
}

/// What enters in a medium.
struct EnteringWave {
  std::array<double, 3> k;                 ///< its direction, a unit vector
  std::vector<double> fields;              ///< [n_fields], for f = 1
  std::map<std::string, Expression> data;  ///< field → formula
};

EnteringWave wave_in(const std::vector<double>& medium, const PlaneWave& wave, const std::string& key,
                     const Physics& physics) {
  EnteringWave entering{unit(wave.direction), std::vector<double>(physics.n_fields), {}};
  const auto& [k, fields, data] = entering;
  const std::array<double, 3> p = unit(wave.polarisation);
  if (!physics.info.plane_wave(k.data(), p.data(), medium.data(), entering.fields.data()))
    throw std::invalid_argument(key +
                                ": the equation has no wave of this direction and polarisation; "
                                "expected polarisation perpendicular to direction, and in 2D along z for TM, "
                                "in the plane for TE");
  // Named constants, so that kernels read them from a table and serve every angle.
  const double c = physics.wave_speed(medium.data());
  const Expression retarded =
      Expression::parse("t - (kx*x + ky*y + kz*z)", {{"kx", k[0] / c}, {"ky", k[1] / c}, {"kz", k[2] / c}});
  const Expression waveform = wave.waveform.substitute(Variable::t, retarded);
  for (int i = 0; i < physics.n_fields; ++i)
    if (fields[i] != 0) entering.data[physics.info.fields[i]] = scaled(waveform, "amplitude", fields[i]);
  return entering;
}

/// [region]: whether it has cells at a boundary group.
std::vector<bool> regions_at(const std::string& group, const Mesh& mesh) {
  const int number = index_of(mesh.boundary_names, group);
  std::vector<bool> regions(mesh.region_names.size(), false);
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
    if (mesh.boundary[side] == number) regions[mesh.region[side / mesh.n_faces()]] = true;
  return regions;
}

void set_source(WaveSource& source, const std::string& key, const WaveOptions& options,
                const Physics& physics, const Mesh& mesh) {
  std::vector<Side> sides;
  try {
    sides = entered_sides(mesh, source);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(key + ".into: " + error.what());
  }
  std::vector<bool> regions(mesh.region_names.size(), false);
  for (const Side& side : sides) {
    regions[mesh.region[side.element]] = true;
    regions[mesh.region[mesh.neighbor[side_index(mesh, side)]]] = true;
  }
  const std::vector<double> medium = medium_in(regions, key + ".into", options, physics, mesh);
  const EnteringWave wave = wave_in(
      medium, {source.direction, source.polarisation, options.waveforms.at(source.waveform)}, key, physics);
  check_rim(sides, cells_inside(mesh, sides), {wave.k, wave.fields, medium}, key + ".into", options, physics,
            mesh);
  source.data = wave.data;
}

}  // namespace

void set_plane_waves(WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  for (auto& [group, boundary] : options.boundaries) {
    if (!boundary.plane_wave) continue;
    const std::string key = "boundaries." + group + ".plane_wave";
    const std::vector<double> medium = medium_in(regions_at(group, mesh), key, options, physics, mesh);
    for (const auto& [field, formula] : wave_in(medium, *boundary.plane_wave, key, physics).data)
      boundary.data[field] = formula;
  }
  for (std::size_t i = 0; i < options.sources.size(); ++i)
    if (options.sources[i].type == WaveSourceType::plane_wave)
      set_source(options.sources[i], "sources[" + std::to_string(i) + "]", options, physics, mesh);
}

}  // namespace dgsolve
