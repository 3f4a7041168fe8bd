/// Fourier transforms of fields that a monitor has gathered.
#pragma once

#include <fmt/core.h>

#include <optional>
#include <string>

#include "io/case/case.hpp"
#include "solver/electromagnetics/monitors/monitor_amplitudes.hpp"

namespace dgsolve {

/// The sums that a monitor of a case has gathered.
struct Gathered : MonitorAmplitudes {
  const Case& input;
  std::optional<PortPowers> ports = {};  ///< where a port drives the run to its end

  /// " (m)" in SI units.
  std::string unit(const std::string& si) const { return input.si ? fmt::format(" ({})", si) : ""; }
  std::string frequency_column() const { return "frequency" + unit("Hz"); }
};

}  // namespace dgsolve
