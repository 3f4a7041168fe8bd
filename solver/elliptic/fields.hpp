/// What follows from the solution of an elliptic problem: the field −∇u, fluxes, energy, errors.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/elliptic/operator.hpp"

namespace dgsolve {

/// u and the components of −∇u at the nodes: canonical state [K][1 + dim][Np]. −∇u is that of each cell, and
/// jumps between them.
std::vector<double> potential_and_field(const Discretization& discretization, std::span<const double> u);

/// ∮ κ ∂u/∂n over a boundary group, n outward: the flux of the method itself, penalty included, which is what
/// it conserves. Throws std::invalid_argument where the group is no boundary of the problem.
double boundary_flux(const EllipticOperator& op, const std::string& group, std::span<const double> u);

/// ∮ κ ∂u/∂n of the exact solution, which the case must have, over a boundary group; nothing where the group
/// lies inside the mesh, for there the exact solution may have a kink, and where quadrature does not give
/// nine digits, as at a singularity.
std::optional<double> exact_boundary_flux(const EllipticOperator& op, const std::string& group);

/// ½ ∫ κ |∇u|², J (J/m in 2D).
double field_energy(const EllipticOperator& op, std::span<const double> u);

/// The same of the exact solution, which the case must have; nothing where quadrature's own error is not
/// small beside the difference from `found`, as at a singularity.
std::optional<double> exact_field_energy(const EllipticOperator& op, double found);

/// The exact solution's mean over the nodes of a boundary group; nothing where it varies there by more than
/// curved cells miss their surface by.
std::optional<double> exact_potential(const EllipticOperator& op, const std::string& group);

/// √∫|∇u − ∇u_exact|²; the case must have an exact solution.
double gradient_error(const EllipticOperator& op, std::span<const double> u);

}  // namespace dgsolve
