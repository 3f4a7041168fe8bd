/// Integrals over the cells of what follows from the solution of an elliptic problem.
#pragma once

#include <span>
#include <vector>

#include "solver/elliptic/operator.hpp"

namespace dgsolve {

/// The integrals over a cell, or over a region, by EllipticElement's rule.
struct CellIntegrals {
  double volume = 0, potential = 0;      ///< ∫ 1, ∫ u
  double energy = 0, lambda_energy = 0;  ///< ½ ∫ κ|∇u|², ½ ∫ λu²
  double source = 0, reaction = 0;       ///< ∫ f, ∫ λu
  // Where the case has an exact solution.
  double squared_error = 0;  ///< ∫ |∇u − ∇u_exact|²
  double exact_energy = 0;   ///< ½ ∫ κ|∇u_exact|²

  CellIntegrals& operator+=(const CellIntegrals& other);
};

/// Of each region of the mesh. u: canonical [K][Np].
std::vector<CellIntegrals> integrate_over_regions(const EllipticOperator& op, std::span<const double> u);

}  // namespace dgsolve
