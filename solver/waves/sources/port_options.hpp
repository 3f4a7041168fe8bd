/// Options of a plane through which modes of a guide enter and leave.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "mesh/base/points.hpp"

namespace dgsolve {

/// A mode that is asked for: by name, or by its number in the order of cut-offs, from 1.
struct WantedMode {
  std::string name;
  /// Of several modes with one cut-off: that whose field along this direction is largest on the ray from the
  /// port's centre in this direction; it is positive there.
  std::optional<Point> polarisation = {};
  /// E·dl from the first point to the second is positive.
  std::optional<std::array<Point, 2>> voltage = {};
};

struct PortOptions {
  std::vector<WantedMode> modes;
  double reference_plane = 0;       ///< m, of S-parameters: positive into the structure
  std::optional<double> reference;  ///< Ω, of S-parameters; none: each mode's own
  /// Boundary group of walls around the port's layers, where it is a part of an open plane; else empty.
  std::string tube = {};
};

}  // namespace dgsolve
