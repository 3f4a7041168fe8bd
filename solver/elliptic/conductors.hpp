/// Floating conductors, and what they add to the operator of the cells.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "solver/interior_penalty/data.hpp"

namespace dgsolve {

/// A boundary of type `floating`. Its potential V is no unknown of its own: the form that imposes u = V by
/// penalty is quadratic in V, ½γV² − V b·u − QV with γ = ∫σ and b the functional v → ∫σv − κ∂v/∂n, so that V
/// = (Q + b·u)/γ, and what is left for u is A − b bᵀ/γ: symmetric, and positive definite where A with V is.
struct Conductor {
  std::string name;
  double charge;  ///< Q
  BoundaryFunctional imposed;
};

std::vector<Conductor> find_conductors(const InteriorPenalty& form);

/// A − Σ_c b_c b_cᵀ/γ_c.
std::unique_ptr<LinearMap> with_conductors(std::unique_ptr<LinearMap> A,
                                           const std::vector<Conductor>& conductors, LinearAlgebra& algebra);

/// [A, −b; −bᵀ, γ]: the potentials are the last unknowns.
CsrMatrix bordered_matrix(CsrMatrix A, const std::vector<Conductor>& conductors);

}  // namespace dgsolve
