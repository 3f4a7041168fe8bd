/// A circuit of lumped elements that spans two conductors on a boundary group's faces.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "kernels/expression/expression.hpp"
#include "mesh/base/points.hpp"

namespace dgsolve {

/// The type of a boundary group with a circuit. Its faces lie inside the mesh, and both sides meet the
/// circuit; or at its end, where nothing lies behind them.
constexpr const char* lumped_boundary = "lumped";

/// Largest sine of the angle between an element's unit field and its faces, which take the part along them:
/// facets of a tube need not hold its axis.
constexpr double most_tilt = 0.1;

struct LumpedElement {
  enum class Connection : unsigned char { series, parallel };

  Connection connection{};
  std::optional<double> R, L, C;  ///< Ω, H, F; one at least
  /// V_s(t), V: of a generator in series with all of a series connection, and with R of a parallel one.
  Expression source{};
  /// The field of 1 V between the conductors, in the face, 1/m: of plates a distance l apart 1/l along the
  /// gap, of a coaxial ring 1/(r ln(b/a)) along the radius. Voltages count along it.
  std::function<std::array<double, 3>(const Point& x)> unit_field{};
  double squares = 1;  ///< l/w, of a coaxial ring ln(b/a)/2π: resistance over that of a square
};

}  // namespace dgsolve
