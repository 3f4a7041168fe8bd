/// Numbers of a case that the solver cannot bear.
#pragma once

#include <span>
#include <string>

#include "solver/elliptic/options.hpp"
#include "solver/interior_penalty/interior_penalty.hpp"

namespace dgsolve {

/// Throws std::invalid_argument where κ, λ or a robin coefficient makes entries of the matrix that single
/// precision does not hold with their inverses and some powers of N; names the key, the value and the place.
void require_matrix_in_range(const InteriorPenalty& form);

/// Throws std::invalid_argument where the mesh is one cell whose block is singular, for nothing fixes the
/// level of u in it, and the preconditioner inverts it.
void require_regular_blocks(const InteriorPenalty& form, const EllipticSolverOptions& solver);

/// Throws std::invalid_argument where the square of a right-hand side's norm would be infinite, or 0.
void require_data_in_range(std::span<const double> right_hand_side);

/// "kappa is 1 to 1e+13, lambda 0 to 1e-20": what makes the matrix, for messages about it.
std::string coefficients_text(const InteriorPenalty& form);

}  // namespace dgsolve
