/// Fluxes of the solution of an elliptic problem through groups of faces inside the mesh.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "solver/elliptic/operator.hpp"

namespace dgsolve {

struct InteriorFlux {
  /// ∫ κ ∂u/∂n, of the method itself, penalty included, which is what it conserves.
  double flux = 0;
  /// The way of n: "out of glass", "along (1, 0, 0)", "out of what the faces enclose".
  std::string normal;
};

/// For each group with faces inside the mesh at which the problem has no condition. n points out of the first
/// region that is on one side of all the faces. Without such a region it points along the positive axis where
/// the faces are parallel, and outward where they close. Other groups have no flux. u: canonical [K][Np].
std::map<std::string, std::optional<InteriorFlux>> interior_fluxes(const EllipticOperator& op,
                                                                   std::span<const double> u);

}  // namespace dgsolve
