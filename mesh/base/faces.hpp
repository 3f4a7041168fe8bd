/// Faces of cells: their vertices, and how two of them meet.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// One side of a face: a cell and its local face.
struct Side {
  int element;
  int face;
};

/// Index of a side in the mesh's [K][n_faces] arrays.
inline int side_index(const Mesh& mesh, Side side) { return side.element * mesh.n_faces() + side.face; }

using FaceVertices = std::array<int, 3>;  ///< node numbers; the third is −1 in 2D

/// The face's vertices in the order of Shape::face_vertex.
FaceVertices face_vertices(const Mesh& mesh, Side side);
/// The vertices in ascending order, which is the same on both sides of a face.
FaceVertices sorted(FaceVertices vertices);
struct FaceHash {
  std::size_t operator()(const FaceVertices& v) const;
};
/// Mean of some of the mesh's nodes, of a face's vertices, of a cell's vertices.
Point mean_of(const Mesh& mesh, std::span<const int> nodes);
Point face_center(const Mesh& mesh, Side side);
Point cell_center(const Mesh& mesh, int e);
/// Local number of the vertex that face f does not touch.
int opposite_vertex(int dim, int f);

/// Makes a and b neighbours. `image` [dim] holds the vertex of b's face that each vertex of a's face meets.
/// Returns false where both cells lie on the same side of the face, as in a folded mesh.
bool join(Mesh& mesh, Side a, const FaceVertices& image, Side b);

/// All sides without a neighbour.
std::vector<Side> exterior_sides(const Mesh& mesh);

/// Node numbers of the vertices of some faces, each once, ascending.
std::vector<int> vertices_of(const Mesh& mesh, const std::vector<Side>& sides);

}  // namespace dgsolve
