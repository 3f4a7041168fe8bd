/// The gap between two conductors that a lumped element spans, and its use as a port.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "mesh/base/points.hpp"

namespace dgsolve {

/// The type of a boundary group with a port of R alone, until its gap is found: then it is lumped_boundary.
constexpr const char* lumped_port = "lumped_port";

struct LumpedGap {
  /// The direction from one conductor to the other, of any length: voltages count along it. None: radial,
  /// away from the axis of a ring.
  std::optional<Point> direction = {};
  bool is_port = false;                  ///< runs drive it by a source behind its R
  std::optional<double> reference = {};  ///< Ω, of a port's S-parameters; none: its R

  /// On a mesh, by find_gap.
  struct Found {
    std::array<std::string, 2> conductors;  ///< from one to the other, as messages name them
    double length, width;                   ///< m; of a ring ln(b/a) times `width` is 2π times `length`
  };
  std::optional<Found> found = {};
};

}  // namespace dgsolve
