/// What floating conductors (solver/elliptic/operator.hpp) add to the operator of the cells.
#pragma once

#include <memory>
#include <vector>

#include "solver/elliptic/operator.hpp"

namespace dgsolve {

/// A − Σ_c b_c b_cᵀ/γ_c.
std::unique_ptr<LinearMap> with_conductors(std::unique_ptr<LinearMap> A,
                                           const std::vector<Conductor>& conductors, int Np,
                                           LinearAlgebra& algebra);

/// [A, −b; −bᵀ, γ]: the potentials are the last unknowns.
CsrMatrix bordered_matrix(CsrMatrix A, const std::vector<Conductor>& conductors, int Np);

}  // namespace dgsolve
