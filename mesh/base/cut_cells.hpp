/// Cells that are no simplices, cut into simplices.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace dgsolve {

struct CutShape {
  const char *one, *many;  ///< names
  int dim, n_vertices, n_facets;
  int facet[6][4];  ///< vertices around it; −1: it has fewer
};

/// Vertices as Gmsh numbers them.
inline constexpr CutShape cut_shapes[] = {
    {"quadrilateral",
     "quadrilaterals",
     2,
     4,
     4,
     {{0, 1, -1, -1}, {1, 2, -1, -1}, {2, 3, -1, -1}, {3, 0, -1, -1}}},
    {"pyramid",
     "pyramids",
     3,
     5,
     5,
     {{0, 1, 2, 3}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}}},
    {"prism", "prisms", 3, 6, 5, {{0, 1, 2, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}},
    {"hexahedron",
     "hexahedra",
     3,
     8,
     6,
     {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}},
};

/// Null where there is no such shape.
const CutShape* find_cut_shape(int dim, int n_vertices);

struct Pieces {
  int n = 0;
  std::array<std::array<int, 4>, 6> vertices{};  ///< [n][dim + 1]: the shape's, by their ranks
};

/// The simplices of a cell. A triangulation by pulling: the vertex of the lowest rank is joined to the facets
/// that it is not on, which are cut in the same way (Lee, "Subdivisions and triangulations of polytopes",
/// Handbook of Discrete and Computational Geometry). A face's diagonal so depends on the ranks of its own
/// vertices only, and cells that share a face cut it alike. ranks: of the vertices, all different. A convex
/// cell with plane faces keeps its volume.
Pieces cut(const CutShape& shape, std::span<const std::uint64_t> ranks);

}  // namespace dgsolve
