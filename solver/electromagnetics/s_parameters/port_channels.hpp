/// Channels that S-parameters number: modes of guides' ports and lumped ports, in the order of the ports'
/// names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/electromagnetics/s_parameters/guided_waves.hpp"
#include "solver/electromagnetics/s_parameters/lumped_ports.hpp"
#include "solver/electromagnetics/s_parameters/scattering.hpp"

namespace dgsolve {

struct PortChannel {
  std::string port;                 ///< boundary group
  std::string label;                ///< "feed"; of a port with several modes "feed_TE10"
  std::size_t number = 0;           ///< of guided_ports, or of lumped_ports
  std::optional<std::size_t> mode;  ///< of the guided port; none: the port is lumped
};

/// The options' alone: no mesh is needed.
std::vector<PortChannel> port_channels(const WaveOptions& options);

/// All ports of a case on its mesh.
struct CasePorts {
  std::vector<GuidedPort> guided;
  std::vector<LumpedPort> lumped;
  std::vector<PortChannel> channels;

  /// Null: the port is lumped.
  const PortMode* mode_of(const PortChannel& channel) const;
  /// "TE10", "lumped"
  std::string kind_of(const PortChannel& channel) const;
  /// Whether waves relate to voltages and currents at all frequencies: of a lumped port, of TEM modes, of
  /// hybrid ones with a voltage.
  bool has_impedance(const PortChannel& channel) const;
  /// Ω, as the port has it, or, where it has none but could, the one for all; none: own.
  std::optional<double> reference_of(const PortChannel& channel, const std::optional<double>& of_all) const;
  /// The channel as S-parameters number it, at n frequencies.
  ScatteringPort scattering_port(const PortChannel& channel, const std::optional<double>& reference_of_all,
                                 std::size_t n) const;
};

}  // namespace dgsolve
