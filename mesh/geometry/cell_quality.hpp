/// The geometry of cells: size, quality, orientation, inversion, curvature.
#pragma once

#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The longest edge of the straight cell on the vertices, m.
double longest_edge(const Mesh& mesh, int e);

/// Area of the straight triangle, volume of the straight tetrahedron, m² or m³.
double volume(const Mesh& mesh, int e);

/// The mean ratio of the straight cell on the vertices: 1 for a regular one, towards 0 for one that is flat.
/// 4√3 V / Σ edge² for triangles, 12 (3V)^(2/3) / Σ edge² for tetrahedra (Liu & Joe, BIT 34 (1994) 268).
double cell_quality(const Mesh& mesh, int e);

/// The qualities of all cells.
struct MeshQuality {
  double mean = 0, worst = 1;
  int worst_cell = 0;
  int n_poor = 0;  ///< cells that are nearly flat
  int n_low = 0;   ///< as flat as a regular tetrahedron pressed to a tenth of its height, or flatter
  static constexpr double poor = 0.1, low = 0.3;
};
MeshQuality mesh_quality(const Mesh& mesh);

/// Gradients of the geometry's shape functions at points of the reference simplex where cells are checked.
struct ShapeGradients {
  int n_points = 0;
  std::vector<double> values;  ///< [n_points][n_geo][dim]: ∂/∂r_i
};

/// Reverses the cells whose Jacobian is negative everywhere: swaps vertices 0 and 1 and the geometry nodes
/// that belong to them. Returns the number of cells reversed.
int reverse_negative_cells(Mesh& mesh, const ShapeGradients& gradients);

/// Cells whose Jacobian is not positive at some point (beyond round-off for their size), one text for each.
std::vector<std::string> find_inverted_cells(const Mesh& mesh, const ShapeGradients& gradients);

/// The largest distance of a geometry node from its place in the straight cell, as a share of the cell's
/// longest edge; 0.2 for an arc of 90 degrees on its chord.
double largest_bend(const Mesh& mesh);

}  // namespace dgsolve
