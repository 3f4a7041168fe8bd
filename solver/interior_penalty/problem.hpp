/// An elliptic problem  −∇·(κ∇u) + λu = f: names are the mesh's own, formulas are parsed, and numbers are in
/// the case's units.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

enum class EllipticCondition {
  dirichlet,  ///< u = value
  neumann,    ///< κ∂u/∂n = value
  robin,      ///< κ∂u/∂n + coefficient·u = value
  periodic,
  floating  ///< a conductor: u is one unknown constant, ∮κ∂u/∂n = charge
};

struct EllipticBoundary {
  EllipticCondition condition = EllipticCondition::dirichlet;
  /// In x, y, z. Left out: what the exact solution has there, else 0.
  std::optional<Expression> value;
  Expression coefficient;  ///< robin, >= 0
  double charge = 0;       ///< floating; outward from the domain, which is into the conductor
  std::string with;        ///< periodic: the partner group
};

/// Its surface may be at one potential.
inline bool is_conductor(const EllipticBoundary& boundary) {
  return boundary.condition == EllipticCondition::dirichlet ||
         boundary.condition == EllipticCondition::floating;
}

struct EllipticRegion {
  std::vector<Expression> kappa;  ///< one formula, or a symmetric positive definite tensor [dim][dim]
  Expression lambda;              ///< >= 0
};

struct EllipticProblem {
  std::map<std::string, EllipticRegion> regions;
  std::map<std::string, EllipticBoundary> boundaries;
  std::optional<Expression> source;  ///< f in x, y, z. Left out: follows from `exact`, else 0
  std::optional<Expression> exact;
};

}  // namespace dgsolve
