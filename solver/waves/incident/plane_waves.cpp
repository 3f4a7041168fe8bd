#include "solver/waves/incident/plane_waves.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "kernels/base/names.hpp"
#include "solver/waves/physics.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

/// The equation's coefficients at a boundary group.
std::vector<double> medium_at(const std::string& group, const WaveOptions& options, const Physics& physics,
                              const Mesh& mesh) {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument("boundaries." + group + ".plane_wave: " + why +
                                "; expected one lossless medium, whose parameters are numbers");
  };
  const int number = index_of(mesh.boundary_names, group);
  std::vector<double> medium;
  std::vector<bool> seen(mesh.region_names.size(), false);
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side) {
    const int region = mesh.region[side / mesh.n_faces()];
    if (mesh.boundary[side] != number || seen[region]) continue;
    seen[region] = true;
    if (options.models.contains(mesh.region_names[region]))
      refuse("the region " + mesh.region_names[region] + " has a local model");
    std::vector<double> parameters, found(physics.n_coefficients);
    for (const Expression& f : region_formulas(physics, options, mesh.region_names[region])) {
      if (!f.is_constant()) refuse("the parameters of the region " + mesh.region_names[region] + " vary");
      parameters.push_back(f(0, 0, 0, 0));
    }
    physics.coefficients(parameters.data(), options.units, found.data());
    if (physics.relaxation_rate(found.data()) != 0)
      refuse("the region " + mesh.region_names[region] + " is lossy");
    if (!medium.empty() && medium != found) refuse("the boundary is at regions of different media");
    medium = found;
  }
  return medium;
}

std::array<double, 3> unit(std::array<double, 3> v) {
  const double length = std::hypot(v[0], v[1], v[2]);
  for (double& component : v) component /= length;
  return v;
}

}  // namespace

void set_plane_waves(WaveOptions& options, const Physics& physics, const Mesh& mesh) {
  for (auto& [group, boundary] : options.boundaries) {
    if (!boundary.plane_wave) continue;
    const PlaneWave& wave = *boundary.plane_wave;
    const std::vector<double> medium = medium_at(group, options, physics, mesh);
    const std::array<double, 3> k = unit(wave.direction), p = unit(wave.polarisation);
    std::vector<double> fields(physics.n_fields);
    if (!physics.info.plane_wave(k.data(), p.data(), medium.data(), fields.data()))
      throw std::invalid_argument(
          "boundaries." + group +
          ".plane_wave: the equation has no wave of this direction and polarisation; "
          "expected polarisation perpendicular to direction, and in 2D along z for TM, "
          "in the plane for TE");
    // Named constants, so that kernels read them from a table and serve every angle.
    const double c = physics.wave_speed(medium.data());
    const Expression retarded =
        Expression::parse("t - (kx*x + ky*y + kz*z)", {{"kx", k[0] / c}, {"ky", k[1] / c}, {"kz", k[2] / c}});
    const Expression waveform = wave.waveform.substitute(Variable::t, retarded);
    for (int i = 0; i < physics.n_fields; ++i)
      if (fields[i] != 0) boundary.data[physics.info.fields[i]] = scaled(waveform, "amplitude", fields[i]);
  }
}

}  // namespace dgsolve
