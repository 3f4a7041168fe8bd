/// What a case says about an elliptic problem  −∇·(κ∇u) + λu = f, resolved: names are the mesh's own,
/// formulas are parsed, units are the case's in plain numbers.
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

struct EllipticRegion {
  std::vector<Expression> kappa;  ///< one formula, or a symmetric positive definite tensor [dim][dim]
  Expression lambda;              ///< >= 0
};

/// How the operator is held: recomputed in every product, or as a sparse matrix of numbers, of blocks, or of
/// numbers in slices of rows of one width.
enum class OperatorForm { automatic, matrix_free, csr, bsr, sliced_ell };
enum class PreconditionerKind { none, jacobi, block_jacobi, multigrid };

struct EllipticSolverOptions {
  PreconditionerKind preconditioner = PreconditionerKind::multigrid;
  OperatorForm form = OperatorForm::automatic;
  double tolerance = 1e-8;  ///< ‖b − A u‖₂ / ‖b‖₂
  int max_iterations = 500;
};

struct EllipticOptions {
  int order = 4;  ///< N
  std::map<std::string, EllipticRegion> regions;
  std::map<std::string, EllipticBoundary> boundaries;
  std::optional<Expression> source;  ///< f in x, y, z. Left out: follows from `exact`, else 0
  std::optional<Expression> exact;
  EllipticSolverOptions solver;
};

}  // namespace dgsolve
