/// Gmsh's types of elements. Those of straight simplices are known here, all others to Gmsh.
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
  std::vector<double> nodes;  ///< [n_nodes][dim], on the simplex with vertices 0 and unit vectors
};

/// Of straight simplices, by their dimension.
inline constexpr int straight_simplex_numbers[] = {15, 1, 2, 4};

/// None for other numbers.
std::optional<ElementType> straight_simplex(int number);
/// Of their shape functions, which are the same everywhere.
ShapeGradients straight_gradients(int dim);

/// [n_nodes][dim], on the bi-unit simplex.
std::vector<double> reference_nodes(const ElementType& type);

}  // namespace dgsolve
