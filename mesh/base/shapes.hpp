/// Shapes of cells: their faces, and how two faces can meet. A row is a shape.
#pragma once

namespace dgsolve {

struct Shape {
  const char* name;
  int dim, n_vertices, n_faces;
  int n_face_vertices, n_orientations;
  int face_vertex[4][3];  ///< [n_faces][n_face_vertices]: the cell's vertices that are the face's
  /// [n_orientations][n_face_vertices]: vertex permutation[o][j] of the neighbour's face meets vertex j of
  /// ours.
  int permutation[6][3];
};

/// Faces as in Hesthaven & Warburton 2008, sections 6.1 and 10.1. Edges meet in the same direction or
/// reversed, triangles in the six permutations in lexicographic order.
inline constexpr Shape shapes[] = {{"triangle", 2, 3, 3, 2, 2, {{0, 1}, {1, 2}, {2, 0}}, {{0, 1}, {1, 0}}},
                                   {"tetrahedron",
                                    3,
                                    4,
                                    4,
                                    3,
                                    6,
                                    {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}},
                                    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}}};

/// The simplex of dimension 2 or 3.
constexpr const Shape& simplex(int dim) { return shapes[dim - 2]; }

}  // namespace dgsolve
