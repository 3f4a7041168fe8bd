/// Complex amplitudes that a monitor has gathered, and powers that follow from them.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include "solver/electromagnetics/monitors/far_field.hpp"
#include "solver/electromagnetics/monitors/monitor_sampling.hpp"
#include "solver/electromagnetics/monitors/reference_wave.hpp"

namespace dgsolve {

/// Views and references live during a call.
struct MonitorAmplitudes {
  const MonitorOptions& monitor;
  const SpatialOperator& op;
  const MonitorSampling& sampling;
  const std::optional<ReferenceWave>& wave;
  std::span<const std::complex<double>> reference;  ///< [frequency]: the waveform's transform
  std::vector<double> sums;                         ///< Samples::values

  /// A field at a point, per unit of the waveform where there is one, else its transform.
  std::complex<double> value(std::size_t point, int field, std::size_t frequency) const;
  /// The electric and the magnetic field at a point.
  Phasor electric(std::size_t point, std::size_t frequency) const;
  Phasor magnetic(std::size_t point, std::size_t frequency) const;
  bool is_related() const { return wave.has_value(); }
  bool is_by_plane_wave() const { return wave && wave->plane; }
  /// The waveform's largest transform at the monitor's frequencies.
  double brightest() const;
  /// Whether the waveform has next to nothing at a frequency, so that results there are of little worth.
  bool is_dark(std::size_t frequency) const;
};

/// ½ Re ∫E×H*·n over some of the surface's points, with images.
double power_through(const MonitorAmplitudes& gathered, std::size_t first, std::size_t last,
                     std::size_t frequency);
/// |E₀|²/2Z of the plane wave of unit amplitude.
double incident_intensity(const MonitorAmplitudes& gathered);
/// |∫ n dS · k| of the surface that a plane wave meets, with images; 0 for a closed one.
double projected_area(const MonitorAmplitudes& gathered);

}  // namespace dgsolve
