/// Radiation of a far-field monitor's surface at a frequency: powers, cross-sections, far fields.
#pragma once

#include "solver/electromagnetics/monitors/monitor_amplitudes.hpp"

namespace dgsolve {

/// Cross-sections of a body in a plane wave, m² (2D: m).
struct CrossSections {
  double scattering, extinction;
  std::optional<double> absorption;  ///< where the surface is that of the total field

  bool has_wrong_sign() const { return scattering < 0 || extinction < 0; }
  /// Whether extinction is not scattering and absorption together.
  bool is_unbalanced() const;
};

struct Radiation {
  FarMedium medium;
  double radiated, lost;                  ///< W: out of the surface, and into lossy media inside it
  std::optional<CrossSections> sections;  ///< of a plane wave
  std::vector<Phasor> amplitudes;         ///< [direction]
};

Radiation radiation_at(const MonitorAmplitudes& gathered, std::size_t frequency,
                       std::span<const Point> directions);

}  // namespace dgsolve
