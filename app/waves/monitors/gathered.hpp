/// Fourier transforms of fields that a monitor has gathered.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <string>

#include "io/case/case.hpp"
#include "solver/electromagnetics/monitors/monitor_amplitudes.hpp"

namespace dgsolve {

/// The sums that a monitor of a case has gathered.
struct Gathered : MonitorAmplitudes {
  const Case& input;
  std::optional<PortPowers> ports = {};  ///< of the port that drives the run, once it is complete

  /// Powers at the driving port and its images in the planes of symmetry, W s².
  double incident(std::size_t frequency) const { return n_images() * ports->incident[frequency]; }
  double accepted(std::size_t frequency) const { return n_images() * ports->accepted[frequency]; }

  /// " (m)" in SI units.
  std::string unit(const std::string& si) const { return input.si ? fmt::format(" ({})", si) : ""; }
  std::string frequency_column() const { return "frequency" + unit("Hz"); }

 private:
  double n_images() const { return std::exp2(sampling.planes.size()); }
};

}  // namespace dgsolve
