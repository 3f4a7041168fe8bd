/// What follows from the solution of an elliptic problem: the field −∇u, fluxes, energy, errors.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/field_set.hpp"
#include "solver/elliptic/operator.hpp"

namespace dgsolve {

/// The potential u, and the field −∇u that it makes, on a mesh of dimension dim.
FieldSet potential_fields(int dim);

/// Those fields at the nodes: canonical state [K][1 + dim][Np]. −∇u is that of each cell, and
/// jumps between them.
UnsetVector<double> potential_and_field(const Discretization& discretization, std::span<const double> u);

/// ∮ κ ∂u/∂n over a boundary group, n outward: the flux of the method itself, penalty included, which is what
/// it conserves. Throws std::invalid_argument where the group is no boundary of the problem.
double boundary_flux(const EllipticOperator& op, const std::string& group, std::span<const double> u);

/// ∮ κ ∂u/∂n of the exact solution, which the case must have, over a boundary group; nothing where the group
/// lies inside the mesh, for there the exact solution may have a kink, and where quadrature does not give
/// nine digits, as at a singularity.
std::optional<double> exact_boundary_flux(const EllipticOperator& op, const std::string& group);

/// What a solution amounts to.
struct SolutionMeasures {
  double energy = 0;                    ///< ½ ∫ κ |∇u|²: in SI units J (J/m in 2D) where κ is in F/m
  std::optional<double> lambda_energy;  ///< ½ ∫ λu²; nothing where λ = 0
  std::map<std::string, double> mean;   ///< of u, in each region that has cells
  std::map<std::string, double> flux;   ///< boundary_flux of every boundary of the problem
  /// How far these fluxes and ∫f − λu are from adding up to 0, as they do where the discrete equations are
  /// solved: as a share of these parts, each in absolute value.
  double flux_imbalance = 0;
  std::optional<double> gradient_error;  ///< √∫|∇u − ∇u_exact|², where the case has an exact solution
  std::optional<double> rough_exact_energy;  ///< then ½ ∫ κ |∇u_exact|² by EllipticElement's rule
};

/// In one pass over the cells.
SolutionMeasures measure_solution(const EllipticOperator& op, std::span<const double> u);

/// ½ ∫ κ |∇u|² of the exact solution, which the case must have; nothing where quadrature's own error is not
/// small beside the difference from the solution's energy, as at a singularity.
std::optional<double> exact_field_energy(const EllipticOperator& op, const SolutionMeasures& measures);

/// The mean of the exact solution, which the case must have, where the solution is mean-free, which is what
/// has to be taken out of the one to compare it with the other; 0 elsewhere.
double exact_level(const EllipticOperator& op);

/// The exact solution's mean, less exact_level, over the nodes of a boundary group; nothing where it varies
/// there by more than curved cells miss their surface by.
std::optional<double> exact_potential(const EllipticOperator& op, const std::string& group);

}  // namespace dgsolve
