/// Integrals of squares over single cells.
#pragma once

#include <span>
#include <vector>

#include "solver/discretization/nodal_space.hpp"

namespace dgsolve {

/// By a rule that is exact where what is integrated is a polynomial: in straight cells, and in curved ones of
/// fields that are polynomials in the reference coordinates.
class SquareIntegrals {
 public:
  /// Keeps a reference to the space.
  explicit SquareIntegrals(const NodalSpace& space);

  /// [n]: ∫u² dx over a cell, of fields with nodal values [n][Np]. covariant: each three of them are a vector
  /// that is a polynomial in covariant components in curved cells (CovariantVectors).
  std::vector<double> of_cell(int e, std::span<const double> values, bool covariant) const;

 private:
  const NodalSpace& space_;
  const Quadrature rule_;
  const CellMap points_;
  const Matrix to_points_;            ///< [point][Np]
  const BatchMatrix rows_to_points_;  ///< the same
};

}  // namespace dgsolve
