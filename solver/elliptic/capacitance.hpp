/// Charges of conductors that their potentials cause.
#pragma once

#include <string>
#include <vector>

#include "solver/elliptic/solve.hpp"

namespace dgsolve {

/// Q = C V of boundary groups of type `dirichlet` and `floating`: C_ij is the charge ∮κ∂u/∂n, n outward, of
/// conductor i where j has the potential 1, the others have 0, and there is no source. Other dirichlet groups
/// have the potential 0, other floating ones no charge. Symmetric; [conductor][conductor].
///
/// The charges are those of the scheme, with which C is the same whether potentials are given and charges
/// found, or the other way round. They converge like the square of the error of ∇u (Arnold, Brezzi, Cockburn
/// & Marini, SIAM J. Numer. Anal. 39 (2002) 1749, adjoint consistency), as the field energy does not.
///
/// Throws std::invalid_argument where a group is no conductor, or a single one has nothing to be charged
/// against; std::runtime_error where the solver does not converge.
Matrix capacitance_matrix(const EllipticOperator& op, const std::vector<std::string>& groups,
                          EllipticSolver& solver);

/// All groups that are conductors.
std::vector<std::string> conductor_names(const EllipticProblem& problem);

}  // namespace dgsolve
