#include "solver/electromagnetics/s_parameters/guided_waves.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "mesh/base/points.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/ports/port_media.hpp"
#include "solver/waves/face_data.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {
namespace {

/// Walls as modes see them.
RimKinds rim_kinds(const WaveOptions& options) {
  RimKinds walls;
  for (const auto& [name, boundary] : options.boundaries) {
    if (boundary.type == "pec") walls[name] = RimKind::pec;
    if (boundary.type == "pmc") walls[name] = RimKind::pmc;
    if (boundary.type == "absorbing" || boundary.type == "incoming" || boundary.type == drawn_open_boundary)
      walls[name] = RimKind::open;
  }
  for (const auto& [name, boundary] : options.boundaries)
    if (boundary.port) walls.erase(boundary.port->tube);  // the structure has none there
  return walls;
}

/// In the structure.
std::vector<Side> sides_in_structure(const Mesh& mesh, const std::string& group, const WaveOptions& options) {
  std::vector<Side> sides = all_sides_of_group(mesh, group);
  std::erase_if(sides, [&](Side side) {
    return absorbs(options.models, mesh.region_names[mesh.region[side.element]]);
  });
  return sides;
}

void refuse_modes_below_cut_off(const GuidedPort& port, const std::vector<double>& omega) {
  const double highest = *std::ranges::max_element(omega);
  for (const PortMode& mode : port.modes)
    if (const double cut_off = 2 * std::numbers::pi * cut_off_frequency(mode); cut_off >= highest)
      throw std::invalid_argument(fmt::format(
          "boundaries.{}.modes: {} propagates above {}, and the frequencies end at {}; expected a "
          "mode that propagates there, or higher frequencies",
          port.name, mode.name, frequency_text(cut_off, mode.units), frequency_text(highest, mode.units)));
}

/// Waves of modes that are not apart cannot be told apart.
void refuse_modes_listed_twice(const GuidedPort& port) {
  constexpr double rounding = 1e-6;
  const auto are_apart = [](const WantedMode& a, const WantedMode& b) {
    if (!a.polarisation || !b.polarisation) return false;
    const Point &u = *a.polarisation, &v = *b.polarisation;
    return std::abs(dot(u, v)) < rounding * std::sqrt(dot(u, u) * dot(v, v));
  };
  for (std::size_t i = 0; i < port.modes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (port.modes[i].name == port.modes[j].name &&
          !are_apart(port.options.modes[i], port.options.modes[j]))
        throw std::invalid_argument(fmt::format(
            "boundaries.{}.modes: {} and {} are both {}; expected other modes, or polarisations at right "
            "angles",
            port.name, port.options.modes[j].name, port.options.modes[i].name, port.modes[i].name));
}

}  // namespace

std::vector<GuidedPort> guided_ports(const Mesh& mesh, const WaveOptions& options,
                                     const std::vector<double>& omega, int order) {
  std::vector<GuidedPort> ports;
  std::vector<PortFaces> all_faces;
  for (const auto& [name, boundary] : options.boundaries) {
    if (!boundary.port) continue;
    GuidedPort& port =
        ports.emplace_back(GuidedPort{name, *boundary.port, {}, {}, omega[omega.size() / 2], {}});
    try {
      const std::vector<Side> sides = sides_in_structure(mesh, name, options);
      all_faces.push_back(
          make_port_faces(mesh, name, sides, rim_kinds(options), port_media(mesh, sides, options)));
      port.faces = std::make_shared<const PortFaces>(all_faces.back());
      port.space = port_space(port.faces, order);
      port.modes = find_port_modes(port.space, port.options.modes, omega, port.numbered_at, options.units);
      for (const PortMode& mode : port.modes) refuse_at_open_rim(mode, *port.space);
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument("boundaries." + name + ": " + wrong.what());
    }
    refuse_modes_listed_twice(port);
    refuse_modes_below_cut_off(port, omega);
  }
  check_apart(mesh, all_faces);
  return ports;
}

std::vector<std::string> unlisted_modes(const GuidedPort& port, double omega) {
  std::vector<std::string> names = propagating_modes(port.space, omega, port.modes.front().units);
  for (const PortMode& mode : port.modes)  // two of one cut-off may share a name
    if (const auto listed = std::ranges::find(names, mode.name); listed != names.end()) names.erase(listed);
  return names;
}

double cut_off_frequency(const PortMode& mode) {
  if (!mode.medium)
    return mode.cut_off / (2 * std::numbers::pi * std::sqrt(mode.units.epsilon_0 * mode.units.mu_0));
  if (mode.cut_off == 0) return 0;
  // k_c² = ω² ε μ; ε is that of the highest frequency given, where it depends on the frequency.
  const double omega = mode.at.empty() ? 0 : mode.at.back().omega;
  const double epsilon = permittivity(mode.medium->epsilon, omega).real();
  return mode.cut_off / (2 * std::numbers::pi *
                         std::sqrt(mode.units.epsilon_0 * mode.units.mu_0 * epsilon * mode.medium->mu_r));
}

}  // namespace dgsolve
