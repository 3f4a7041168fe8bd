/// The ports of a mesh with their modes: how they are driven, and what a run measures of them.
#pragma once

#include <complex>
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
  std::vector<PortMode> modes;
};

/// A mode of a port.
struct GuidedMode {
  std::size_t port, mode;
  std::string label;  ///< "feed", of a port with one mode; "feed_TE10"
};

/// The ports of the options, whose layers are built, in the order of their names. omega: rad/s. Throws
/// std::invalid_argument about a port, as make_port_faces and find_port_modes do, or where a mode propagates
/// nowhere in the band.
std::vector<GuidedPort> guided_ports(const Mesh& mesh, const WaveOptions& options,
                                     const std::vector<double>& omega, int order);

/// The modes of all ports, in their order.
std::vector<GuidedMode> guided_modes(const std::vector<GuidedPort>& ports);

/// The labels alone, as the options have them.
std::vector<std::string> labels_of_modes(const WaveOptions& options);

/// Cut-off of a mode, Hz; 0 of TEM.
double cut_off_frequency(const PortMode& mode);

/// How a run drives one mode: at its port's faces enter E = √η w_E(t) e and H = w_H(t)/√η h.
class ModeDrive {
 public:
  /// delay: of the pulse's middle, s.
  ModeDrive(const PortMode& mode, const PortPulse& pulse, double delay);

  const PortMode& mode() const { return mode_; }
  const Expression& electric() const { return w_E_; }
  const Expression& magnetic() const { return w_H_; }
  double root_impedance() const { return root_impedance_; }  ///< √η
  /// Of w_E or w_H, at each of some ω.
  std::vector<std::complex<double>> transform_of(const Expression& w, std::span<const double> omega) const {
    return transform(w, pulse_, 2 * delay_, omega);
  }

 private:
  const PortMode& mode_;
  const PortPulse pulse_;
  double delay_, root_impedance_;
  Expression w_E_, w_H_;
};

/// Gives each port the terms of a run that drives one mode of one of them. Those of the others are 0, so that
/// all runs have the same kernels.
void launch(const std::vector<GuidedPort>& ports, const GuidedMode& driven, const ModeDrive& drive,
            const Discretization& discretization, const Physics& physics, WaveOptions& options);

/// Weights of integrals over a port's faces that its modes are measured by, [mode][trace][weight][side].
/// trace: of the cells in the structure, then of those in the layers; weight: the components of h×n along
/// both axes of the port, then those of e.
std::shared_ptr<const ModalWeights> modal_weights(const GuidedPort& port,
                                                  const Discretization& discretization);

/// Amplitudes of the waves of modes along the normal, a, and against it, b, in √W s.
struct ModalWaves {
  std::vector<std::vector<std::complex<double>>> a, b;  ///< [mode of the port][frequency]
};

/// What measures a port's modes in a run.
struct PortMeasure {
  const GuidedPort& port;
  const ModalWeights& weights;
  const Discretization& discretization;
  const Physics& physics;
  double alpha = 1;  ///< of the flux

  /// From the fields that the numerical flux has at the faces: each wave as the cells have it that it leaves,
  /// which is superconvergent there (Adjerid, Devine, Flaherty & Krivodonova, Comput. Methods Appl. Mech.
  /// Engrg. 191 (2002) 1097). sums: Samples::values of the monitor at the modes' frequencies; drive: what
  /// enters through this port, null: nothing.
  ModalWaves waves(const std::vector<double>& sums, const ModeDrive* drive) const;
};

}  // namespace dgsolve
