/// Continuous functions of one degree on a port's faces, and integrals over these.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/linear/dense.hpp"
#include "solver/multigrid/continuous_space.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {

/// A cell at the points of the rule.
struct CellAtPoints {
  std::vector<double> weights;  ///< [n]: weight times Jacobian J
  std::vector<double> J;        ///< [n]
  std::vector<double> metric;   ///< [n][2][2]: ∂r_i/∂x_j
};

class SectionSpace {
 public:
  /// Keeps a reference to the section. Functions have degree q.
  SectionSpace(const Mesh& section, int q);

  const Discretization d;
  const Quadrature rule;
  const Matrix V;               ///< [points][Np]: nodes → points
  const std::vector<Matrix> D;  ///< [2]: → derivatives along r, s

  int q() const { return d.element.N; }
  CellAtPoints at_points(int e) const;
  /// ∂r_i/∂x_j at reference points [n][2] of cell e: [n][2][2].
  std::vector<double> metric_at(int e, const std::vector<double>& points) const;
  /// ∫ ∇φ_i·∇φ_j and ∫ φ_i φ_j in a cell: [Np][Np].
  Matrix stiffness(const CellAtPoints& cell) const;
  Matrix mass(const CellAtPoints& cell) const;
  /// Gradients of a function at the rule's points of a cell, from its nodal values: [n][2].
  std::vector<double> gradient(const CellAtPoints& cell, const double* nodal) const;
  /// As above at any reference points [n][2] of cell e.
  std::vector<double> gradient(int e, const std::vector<double>& points, const double* nodal) const;
  /// Functions that meet walls as said; [the section's boundary groups].
  ContinuousSpace continuous(const std::vector<BoundarySpace>& walls) const;
  /// Nodal values [K][Np] of the function with these unknowns.
  std::vector<double> nodal(const ContinuousSpace& space, std::span<const double> unknowns) const;
  /// Reference coordinates of points x [n][2] of cell e; none where one of them lies outside.
  std::optional<std::vector<double>> reference_points(int e, std::span<const double> x) const;

 private:
  const CellMap map_;
  const Matrix geometry_modes_;
  const Matrix modes_;  ///< [Np][Np]: nodal values → coefficients of the basis
};

/// The sum over cells of matrices [rows of a cell][columns of a cell]; unknown numbers are −1 where there is
/// none. row_of, column_of: [K][…].
CsrMatrix assemble(int rows, int cols, std::span<const int> row_of, std::span<const int> column_of,
                   const std::vector<Matrix>& cells);

}  // namespace dgsolve
