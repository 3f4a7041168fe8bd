/// An unstructured simplicial mesh: geometry, named regions and boundaries, connectivity. It holds no solver
/// data: orders, nodes and factors of a discretisation live in solver/.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace dgsolve {

/// The mesh cannot be used; the text names the file or place, what was found, what is valid.
class MeshError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Local vertex numbers of the faces of the reference simplices (Hesthaven & Warburton 2008,
/// sections 6.1, 10.1).
inline constexpr int triangle_faces[3][2] = {{0, 1}, {1, 2}, {2, 0}};
inline constexpr int tetrahedron_faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};

/// Local number of vertex `j` of face `f` of a triangle (dim 2) or a tetrahedron (dim 3).
constexpr int face_vertex(int dim, int f, int j) {
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): dim is 2 or 3 and j < dim
  return dim == 2 ? triangle_faces[f][j] : tetrahedron_faces[f][j];
}

/// The permutation between the vertices of two faces that meet: vertex `face_permutation(dim, o, j)` of the
/// neighbour's face meets vertex `j` of ours. dim 2: o = 0 (same direction), 1 (reversed); dim 3: the 6
/// permutations in lexicographic order.
inline constexpr int edge_permutations[2][2] = {{0, 1}, {1, 0}};
inline constexpr int triangle_permutations[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
constexpr int n_orientations(int dim) { return dim == 2 ? 2 : 6; }
constexpr int face_permutation(int dim, int o, int j) {
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): dim is 2 or 3 and j < dim
  return dim == 2 ? edge_permutations[o][j] : triangle_permutations[o][j];
}

struct Mesh {
  int dim = 0;                ///< 2: triangles in the plane z = 0; 3: tetrahedra
  int geometry_order = 1;     ///< degree of the map from the reference simplex, 1…4
  int nodes_per_element = 0;  ///< n_geo = number of geometry nodes of one element
  std::vector<double>
      reference_nodes;  ///< [n_geo][dim]: the geometry nodes on the bi-unit simplex, vertices first
  std::vector<std::array<double, 3>> nodes;  ///< [node][xyz], already scaled to metres (or natural lengths)
  std::vector<int> elements;  ///< [K][n_geo]: node numbers; the first dim+1 are the vertices, oriented J > 0

  std::vector<std::string> region_names;    ///< volume physical groups
  std::vector<int> region;                  ///< [K]: index into region_names
  std::vector<std::string> boundary_names;  ///< face physical groups

  std::vector<int> neighbor;  ///< [K][n_faces]: element across the face, −1 where there is none
  std::vector<std::uint8_t> neighbor_face;  ///< [K][n_faces]: its local face
  std::vector<std::uint8_t>
      orientation;  ///< [K][n_faces]: face_permutation index, from ours to the neighbour's vertices
  /// [K][n_faces]: index into boundary_names, −1 for none. An interior or periodic face may have a group
  /// *and* a neighbour: the case decides whether the group cuts the mesh there (a pec sheet).
  std::vector<int> boundary;
  /// Pairs of boundary names that the mesh file itself declares periodic (Gmsh's periodic entities), already
  /// connected.
  std::vector<std::array<std::string, 2>> periodic_pairs;

  int n_faces() const { return dim + 1; }
  int n_elements() const { return static_cast<int>(region.size()); }
  const std::array<double, 3>& vertex(int e, int v) const {
    return nodes[elements[e * nodes_per_element + v]];
  }
};

}  // namespace dgsolve
