/// Gmsh's types of elements. Straight ones are known here, all others to Gmsh.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mesh/geometry/cell_quality.hpp"

namespace dgsolve {

/// A type, by its number in Gmsh.
struct ElementType {
  bool is_simplex() const { return n_primary == dim + 1; }

  int number;
  std::string name;
  int dim, order, n_nodes, n_primary;
  /// [n_nodes][dim], the vertices first: on the simplex with vertices 0 and unit vectors; on the bi-unit
  /// square and cube; on the product of the triangle and −1…1; on the bi-unit square with the apex (0, 0, 1).
  std::vector<double> nodes;
};

/// Of straight simplices, by their dimension.
inline constexpr int straight_simplex_numbers[] = {15, 1, 2, 4};

/// Points, lines, triangles, tetrahedra, and the cells of cut_cells.hpp; none for other numbers.
std::optional<ElementType> straight_element(int number);
/// The type of simplices whose nodes are all of a lattice of this order, 1…4.
int simplex_number(int dim, int order);
/// Of their shape functions, which are the same everywhere.
ShapeGradients straight_gradients(int dim);

/// [n_nodes][dim], on the bi-unit simplex.
std::vector<double> reference_nodes(const ElementType& type);

}  // namespace dgsolve
