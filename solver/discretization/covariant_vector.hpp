/// A vector field in a curved tetrahedron whose covariant components, E·∂x/∂r_i, are polynomials
/// (solver/README.md). States keep its Cartesian components at nodes.
#pragma once

#include <array>

#include "solver/discretization/cell_map.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

class CovariantVector {
 public:
  /// nodes, points: maps to the cell's nodes and to some points. Keeps a reference to the element.
  CovariantVector(const ReferenceElement& element, const CellMap& nodes, const CellMap& points, int cell);

  /// Cartesian components at the nodes, to [3][Np], of the projection of a vector with components [Ns] at the
  /// points, which are those of the element's data rule; null: zero.
  void project(const std::array<const double*, 3>& at_points, double* nodal) const;
  /// Cartesian components at the points, to [n] each, null: not wanted, from those at nodes, [3][Np].
  /// to_points: [n][Np], from nodes to the points.
  void evaluate(const Matrix& to_points, const double* nodal, const std::array<double*, 3>& at_points) const;

 private:
  const ReferenceElement& element_;
  std::vector<double> of_nodes_, of_points_;  ///< ∂x_axis/∂r_i, [point][axis][i]
};

}  // namespace dgsolve
