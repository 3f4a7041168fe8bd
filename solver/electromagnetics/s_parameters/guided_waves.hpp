/// The ports of a mesh with their modes: how they are driven, and what a run measures of them.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/discretization/discretization.hpp"
#include "solver/electromagnetics/monitors/monitor_options.hpp"
#include "solver/electromagnetics/ports/port_modes.hpp"
#include "solver/electromagnetics/s_parameters/port_pulse.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// A port on a mesh with its layers.
struct GuidedPort {
  std::string name;
  PortOptions options;
  std::shared_ptr<const PortFaces> faces;
  std::shared_ptr<const PortSpace> space;
  double numbered_at = 0;  ///< ω at which hybrid modes have their numbers, rad/s: the middle one asked for
  std::vector<PortMode> modes;
};

/// The ports of the options, whose layers are built, in the order of their names. omega: rad/s. Throws
/// std::invalid_argument about a port, as make_port_faces and find_port_modes do, or where a mode propagates
/// nowhere in the band.
std::vector<GuidedPort> guided_ports(const Mesh& mesh, const WaveOptions& options,
                                     const std::vector<double>& omega, int order);

/// Names of modes of a port that propagate at the highest frequency, and are not among those wanted.
std::vector<std::string> unlisted_modes(const GuidedPort& port, double omega);

/// Cut-off of a mode, Hz; 0 of TEM.
double cut_off_frequency(const PortMode& mode);

/// A part of what a run lets enter at a port: time · Σ share · profile, of E from the profiles' e or of H
/// from their h.
struct LaunchTerm {
  bool electric;
  std::vector<std::shared_ptr<const ModeProfile>> profiles;
  std::vector<double> shares;  ///< [profiles]
  Expression time;
};

/// How a run drives one mode of a port.
struct ModeDrive {
  PortPulse pulse;
  double delay = 0;  ///< of the pulse's middle, s
  std::vector<LaunchTerm> terms;
  double leak =
      0;  ///< of hybrid modes: share of the amplitude that goes the wrong way, at most, as predicted

  double end() const { return 2 * delay; }
};

/// [mode of the port]. TE and TEM: E = √η w(t) e, and H has the waveform that follows by the mode's
/// impedance, TM the other way round: it stays finite at the cut-off. Profiles of hybrid modes change with
/// the frequency: E and H are sums of as few products as leave a leak of 1e-4, found from the modes at nine
/// frequencies. Throws std::invalid_argument, "boundaries.NAME.modes: …", where a launched profile is not the
/// measured one's.
std::vector<ModeDrive> drives_of(const GuidedPort& port, const PortPulse& pulse,
                                 const Discretization& discretization, const WaveOptions& options);

/// Gives each port the terms of a run that drives a mode of one of them. Those of the others are 0, so that
/// all runs have the same kernels.
void launch(const std::vector<GuidedPort>& ports, std::size_t driven, const ModeDrive& drive,
            const Discretization& discretization, const Physics& physics, WaveOptions& options);

/// Σ share · profile at points x [n][dim] of a face, [n][3].
std::vector<double> launched_field(const LaunchTerm& term, int face, std::span<const double> x);

/// Places that a port is measured at, [trace][side][Nfp]: the faces' nodes as the cells in the structure have
/// them, then as those in the layers do.
std::shared_ptr<const SampledNodes> port_nodes(const GuidedPort& port, const Discretization& discretization);

/// Amplitudes [frequency][mode] of the waves along the normal, a, and against it, b, in √W s, from
/// Samples::values at port_nodes and the modes' frequencies.
using PortMeasurement = std::function<std::vector<std::complex<double>>(const std::vector<double>& sums)>;

/// From the fields that the numerical flux has at the faces: each wave as the cells have it that it leaves,
/// which is superconvergent there (Adjerid, Devine, Flaherty & Krivodonova, Comput. Methods Appl. Mech.
/// Engrg. 191 (2002) 1097). drive: what enters through this port, null: nothing; alpha: of the flux. Keeps
/// references.
PortMeasurement port_measurement(const GuidedPort& port, const ModeDrive* drive,
                                 const Discretization& discretization, const Physics& physics, double alpha);

}  // namespace dgsolve
