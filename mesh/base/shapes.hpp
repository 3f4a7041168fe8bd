/// Shapes of cells: their faces, and how two faces can meet. A row is a shape.
#pragma once

namespace dgsolve {

struct Shape {
  int n_faces, n_orientations;
  int face_vertex[4][3];  ///< [n_faces][vertices of a face]: the cell's vertices that are the face's
  /// [n_orientations][vertices of a face]: vertex permutation[o][j] of the neighbour's face meets vertex j of
  /// ours.
  int permutation[6][3];
};

/// Triangle and tetrahedron. Faces as in Hesthaven & Warburton 2008, sections 6.1 and 10.1. Edges meet in the
/// same direction or reversed, triangles in the six permutations in lexicographic order.
inline constexpr Shape shapes[] = {
    {3, 2, {{0, 1}, {1, 2}, {2, 0}}, {{0, 1}, {1, 0}}},
    {4,
     6,
     {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}},
     {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}},
};

/// The simplex of dimension 2 or 3.
constexpr const Shape& simplex(int dim) { return shapes[dim - 2]; }

}  // namespace dgsolve
