/// Shapes of cells as the mesh gives them: which way they turn, and where they are inverted.
#pragma once

#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace dgsolve {

/// Gradients of the geometry's shape functions at points of the reference simplex where cells are checked.
struct ShapeGradients {
  int n_points = 0;
  std::vector<double> values;  ///< [n_points][n_geo][dim]: ∂/∂r_i
};

/// Turns cells of negative mean Jacobian over: swaps vertices 0 and 1 and the geometry nodes that go with
/// them. Returns how many.
int turn_negative_cells(Mesh& mesh, const ShapeGradients& gradients);

/// Cells whose Jacobian is not positive at some point (beyond round-off for their size), one text for each.
std::vector<std::string> find_inverted_cells(const Mesh& mesh, const ShapeGradients& gradients);

}  // namespace dgsolve
