/// A mode of a port: its profile on the port's faces, propagation and impedance at frequencies, for fields
/// like exp(+iωt − γz), z along the port's normal.
#pragma once

#include <array>
#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/waves/traits/equation_info.hpp"
#include "solver/electromagnetics/ports/port_faces.hpp"

namespace dgsolve {

/// The frequency of ω, rad/s, in a message: "1e+10 Hz"; without a unit in natural ones.
std::string frequency_text(double omega, const Units& units);

enum class ModeKind { TEM, TE, TM, hybrid };

/// Real transverse fields at points, along the axes of the port's mesh: [n][3].
struct TransverseFields {
  std::vector<double> e, h;
};

/// Real profiles e and h of a mode, with ½∫(e×h)·n = ±1; in a 2D mesh per unit of length along z.
class ModeProfile {
 public:
  virtual ~ModeProfile() = default;
  /// At points x [n][dim], in the mesh's coordinates, of a face of PortFaces::sides.
  virtual TransverseFields at(int face, std::span<const double> x) const = 0;
};

/// A mode at one frequency: E_t = e_factor·e, H_t = h_factor·h of a wave along the normal, where h_factor has
/// the other sign for one against it. ⟨E,H⟩ = ½∫(E×H)·n = 1, unconjugated: amplitudes are in √W.
struct ModeAtFrequency {
  double omega = 0;            ///< rad/s
  std::complex<double> gamma;  ///< α + iβ, 1/m; Re ≥ 0, and Im > 0 where the mode propagates
  /// Wave impedance E/H of TE, TM and TEM modes, Ω; e_factor is its root, and h_factor 1/e_factor. 1 of
  /// hybrid modes.
  std::complex<double> impedance;
  std::complex<double> e_factor, h_factor;
  std::shared_ptr<const ModeProfile> profile;
  /// Of a TEM mode between two conductors, or along the `voltage` line: |V|²/2P, Ω.
  std::optional<double> line_impedance;
};

struct PortMode {
  std::string name;  ///< "TEM", "TE10"; on a line "TE1"; else its number
  ModeKind kind = ModeKind::TEM;
  double cut_off = 0;  ///< k_c of TE and TM modes, 1/m; of hybrid modes ω_c √(ε0 μ0)
  /// The medium that fills the port, and its profile; not of hybrid modes.
  std::optional<PortMedium> medium;
  /// The frequencies asked for, in their order.
  std::vector<ModeAtFrequency> at;
  /// At any other frequency. Throws std::invalid_argument for hybrid modes.
  ModeAtFrequency at_frequency(double omega) const;

  Units units;
  std::shared_ptr<const ModeProfile> profile;  ///< of modes with a medium
  /// Of modes with a medium: their voltage at unit power, over √(2·impedance/Ω).
  std::optional<double> potential = {};
};

}  // namespace dgsolve
