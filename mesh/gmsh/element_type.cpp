#include "mesh/gmsh/element_type.hpp"

#include <algorithm>
#include <iterator>

namespace dgsolve {

namespace {

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

/// In the order of Gmsh's manual, "Node ordering".
const std::vector<ElementType>& straight_cells_to_cut() {
  static const std::vector<ElementType> types = {
      {3, "Quadrilateral 4", 2, 1, 4, 4, {-1, -1, 1, -1, 1, 1, -1, 1}},
      {5, "Hexahedron 8", 3, 1, 8, 8, {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                       -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1}},
      {6, "Prism 6", 3, 1, 6, 6, {0, 0, -1, 1, 0, -1, 0, 1, -1, 0, 0, 1, 1, 0, 1, 0, 1, 1}},
      {7, "Pyramid 5", 3, 1, 5, 5, {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 1}}};
  return types;
}

}  // namespace

std::optional<ElementType> straight_element(int number) {
  for (const ElementType& type : straight_cells_to_cut())
    if (type.number == number) return type;
  return straight_simplex(number);
}

int simplex_number(int dim, int order) {
  constexpr int numbers[2][4] = {{2, 9, 21, 23}, {4, 11, 29, 30}};
  return numbers[dim - 2][order - 1];
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
