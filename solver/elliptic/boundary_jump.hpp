/// Electrodes that touch at different potentials.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "solver/elliptic/operator.hpp"

namespace dgsolve {

struct BoundaryJump {
  std::array<std::string, 2> groups;
  std::array<double, 2> values;
  std::array<double, 3> place;
};

/// The largest jump of dirichlet values where two faces of the boundary meet, at a vertex in 2D, along an
/// edge in 3D; nothing below a thousandth of the values' range. Near it |∇u| goes like the jump over the
/// distance, so that flux and energy have no limit (Jackson, Classical Electrodynamics, 2.11).
std::optional<BoundaryJump> largest_jump(const EllipticOperator& op);

}  // namespace dgsolve
