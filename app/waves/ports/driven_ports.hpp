/// The ports of a case on its mesh: the runs that drive them, and what these measured.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "app/problem/problem.hpp"
#include "solver/electromagnetics/monitors/port_powers.hpp"
#include "solver/electromagnetics/s_parameters/port_channels.hpp"

namespace dgsolve {

/// Whether runs drive a channel of a case.
bool is_driven(const SParameterOptions& options, const PortChannel& channel);

/// Below the output folder: "driven_feed", "driven_feed_TE10".
std::filesystem::path folder_of(const Case& input, const PortChannel& channel);

class DrivenPorts {
 public:
  /// Finds all ports, and the pulse that drives them. Keeps a reference to the case. Throws CaseError where
  /// they do not fit the mesh or the frequencies.
  explicit DrivenPorts(const RunStart& start);

  const CasePorts& ports() const { return ports_; }
  const std::vector<PortChannel>& channels() const { return ports_.channels; }
  const PortPulse& pulse() const { return pulse_; }
  /// The numbers of driven channels.
  std::vector<std::size_t> driven() const;

  /// The case of the run that drives a channel.
  Case case_of(std::size_t number);
  /// The waves of a complete run, with what its end cut off.
  DrivenWaves waves_of(std::size_t number, const Summary& summary);

 private:
  /// The equation, where guides have ports.
  const Physics& physics() const;
  /// The launch of a driven mode; all of a port are found together. Null: the port is lumped.
  const ModeDrive* drive_of(const PortChannel& channel);
  void launch_guided(const PortChannel& channel, WaveOptions& wave);
  void put_monitors(const PortChannel& driven, WaveCase& wave);
  /// The driving port's powers at frequencies that S-parameters have.
  FindPortPowers powers_at(const PortChannel& driven, const std::vector<double>& frequencies) const;

  const Case& input_;
  const std::unique_ptr<const Discretization> discretization_;  ///< null where no guides have ports
  const CasePorts ports_;
  const PortPulse pulse_;
  std::map<std::size_t, std::vector<ModeDrive>> drives_;  ///< guided port → [mode]; of driven ones
};

}  // namespace dgsolve
