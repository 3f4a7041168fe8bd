#include "solver/electromagnetics/s_parameters/port_channels.hpp"

#include <algorithm>

namespace dgsolve {

std::vector<PortChannel> port_channels(const WaveOptions& options) {
  std::vector<PortChannel> channels;
  const auto add = [&](PortChannel channel) {
    const std::string label = channel.label;
    for (int i = 2; std::ranges::find(channels, channel.label, &PortChannel::label) != channels.end(); ++i)
      channel.label = label + '_' + std::to_string(i);
    channels.push_back(std::move(channel));
  };
  std::size_t n_guided = 0, n_lumped = 0;
  for (const auto& [name, boundary] : options.boundaries) {
    if (boundary.port) {
      const std::vector<WantedMode>& modes = boundary.port->modes;
      for (std::size_t m = 0; m < modes.size(); ++m)
        add({name, modes.size() == 1 ? name : name + '_' + modes[m].name, n_guided, m});
      ++n_guided;
    } else if (boundary.is_port()) {
      add({name, name, n_lumped++, {}});
    }
  }
  return channels;
}

const PortMode* CasePorts::mode_of(const PortChannel& channel) const {
  return channel.mode ? &guided[channel.number].modes[*channel.mode] : nullptr;
}

std::string CasePorts::kind_of(const PortChannel& channel) const {
  const PortMode* const mode = mode_of(channel);
  return mode ? mode->name : "lumped";
}

bool CasePorts::has_impedance(const PortChannel& channel) const {
  const PortMode* const mode = mode_of(channel);
  if (!mode) return true;
  return (mode->kind == ModeKind::TEM || mode->kind == ModeKind::hybrid) && !mode->at.empty() &&
         std::ranges::all_of(mode->at,
                             [](const ModeAtFrequency& at) { return at.line_impedance.has_value(); });
}

std::optional<double> CasePorts::reference_of(const PortChannel& channel,
                                              const std::optional<double>& of_all) const {
  const std::optional<double>& own =
      channel.mode ? guided[channel.number].options.reference : lumped[channel.number].reference;
  return own || !has_impedance(channel) ? own : of_all;
}

ScatteringPort CasePorts::scattering_port(const PortChannel& channel,
                                          const std::optional<double>& reference_of_all,
                                          std::size_t n) const {
  ScatteringPort port{
      .label = channel.label, .gamma = {}, .reference = reference_of(channel, reference_of_all)};
  const PortMode* const mode = mode_of(channel);
  if (!mode) {
    port.gamma.assign(n, 0);
    port.impedance.assign(n, lumped[channel.number].resistance);
    return port;
  }
  port.cut_off = cut_off_frequency(*mode);
  port.plane = guided[channel.number].options.reference_plane;
  for (const ModeAtFrequency& at : mode->at) {
    port.gamma.push_back(at.gamma);
    if (has_impedance(channel)) port.impedance.emplace_back(*at.line_impedance);
  }
  return port;
}

}  // namespace dgsolve
