#include "solver/electromagnetics/ports/port_media.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

double constant(const WaveOptions& options, const std::string& region, const char* parameter,
                double otherwise) {
  const auto values = options.regions.find(region);
  if (values == options.regions.end()) return otherwise;
  const auto value = values->second.find(parameter);
  if (value == values->second.end()) return otherwise;
  if (!value->second.is_constant())
    throw std::invalid_argument(
        fmt::format("regions.{}.{}: got the formula \"{}\" where a port's faces are; expected a number there",
                    region, parameter, value->second.text()));
  return value->second(0, 0, 0, 0);
}

}  // namespace

std::map<std::string, PortMedium> port_media(const Mesh& mesh, const std::vector<Side>& sides,
                                             const WaveOptions& options) {
  std::map<std::string, PortMedium> media;
  for (const Side side : sides) {
    const std::string& region = mesh.region_names[mesh.region[side.element]];
    if (media.contains(region)) continue;
    PortMedium& medium = media[region];
    medium.mu_r = constant(options, region, "mu_r", 1);
    if (const auto poles = options.dispersion.find(region); poles != options.dispersion.end()) {
      medium.epsilon = poles->second;
    } else {
      medium.epsilon.epsilon_infinity = constant(options, region, "epsilon_r", 1);
      medium.epsilon.conductivity_rate = constant(options, region, "sigma", 0) / options.units.epsilon_0;
    }
  }
  return media;
}

}  // namespace dgsolve
