#include <gmsh.h>

#include <cmath>

#include "mesh/gmsh/gmsh_model.hpp"

namespace dgsolve {
namespace {

/// The edge whose middle is furthest from its place on the geometry, of its length, where cells are
/// quadratic.
FlatCells most_bent_edge(int dim) {
  FlatCells worst;
  for (const auto& [d, tag] : entities(dim - 1)) {
    std::vector<int> types;
    gmsh::model::mesh::getElementTypes(types, d, tag);
    for (const int number : types) {
      const ElementType type(number);
      std::vector<std::size_t> tags;
      std::vector<double> x, parameters;
      gmsh::model::mesh::getNodesByElementType(number, tags, x, parameters, tag, false);
      const int n_corners = type.n_primary, n_edges = n_corners == 2 ? 1 : n_corners;
      for (std::size_t e = 0; e < x.size(); e += 3 * static_cast<std::size_t>(type.n_nodes))
        for (int edge = 0; edge < n_edges; ++edge) {
          const double *a = &x[e + 3 * edge], *b = &x[e + 3 * ((edge + 1) % n_corners)],
                       *middle = &x[e + 3 * (n_corners + edge)];
          double off[3];
          for (int i = 0; i < 3; ++i) off[i] = middle[i] - (a[i] + b[i]) / 2;
          const double distance = std::hypot(off[0], off[1], off[2]),
                       length = std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
          if (distance / length > worst.bend) worst = {distance, distance / length};
        }
    }
  }
  return worst;
}

}  // namespace

bool may_be_curved() {
  for (int dim = 1; dim < gmsh::model::getDimension(); ++dim)
    for (const auto& [d, tag] : entities(dim)) {
      std::string type;
      gmsh::model::getType(d, tag, type);
      if (type != "Line" && type != "Plane" && type != "Plane surface") return true;
    }
  return false;
}

FlatCells measure_flat_cells() {
  gmsh::model::mesh::setOrder(2);
  const FlatCells found = most_bent_edge(gmsh::model::getDimension());
  gmsh::model::mesh::setOrder(1);
  return found;
}

}  // namespace dgsolve
