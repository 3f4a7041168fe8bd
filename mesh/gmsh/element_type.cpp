#include "mesh/gmsh/element_type.hpp"

#include <algorithm>
#include <iterator>

namespace dgsolve {

std::optional<ElementType> straight_simplex(int number) {
  constexpr const char* names[] = {"Point", "Line 2", "Triangle 3", "Tetrahedron 4"};
  const auto at = std::ranges::find(straight_simplex_numbers, number);
  if (at == std::end(straight_simplex_numbers)) return {};
  const int dim = static_cast<int>(at - std::begin(straight_simplex_numbers));
  std::vector<double> nodes;
  for (int n = 0; n <= dim; ++n)
    for (int i = 0; i < dim; ++i) nodes.push_back(n == i + 1 ? 1 : 0);
  return ElementType{number, names[dim], dim, dim == 0 ? 0 : 1, dim + 1, dim + 1, nodes};
}

ShapeGradients straight_gradients(int dim) {
  ShapeGradients gradients = {1, {}};
  for (int n = 0; n <= dim; ++n)
    for (int i = 0; i < dim; ++i) gradients.values.push_back(n == 0 ? -0.5 : n == i + 1 ? 0.5 : 0);
  return gradients;
}

std::vector<double> reference_nodes(const ElementType& type) {
  std::vector<double> nodes;
  for (const double u : type.nodes) nodes.push_back(2 * u - 1);
  return nodes;
}

}  // namespace dgsolve
