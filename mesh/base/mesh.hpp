/// An unstructured simplicial mesh: geometry, named regions and boundaries, connectivity. It holds no solver
/// data: orders, nodes and factors of a discretisation live in solver/.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mesh/base/points.hpp"
#include "mesh/base/shapes.hpp"

namespace dgsolve {

/// The mesh cannot be used; the text names the file or place, what was found, what is valid.
class MeshError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Mesh {
  int dim = 0;                ///< 2: triangles in the plane z = 0; 3: tetrahedra
  int geometry_order = 1;     ///< degree of the map from the reference simplex, 1…4
  int nodes_per_element = 0;  ///< n_geo = number of geometry nodes of one element
  std::vector<double>
      reference_nodes;        ///< [n_geo][dim]: the geometry nodes on the bi-unit simplex, vertices first
  std::vector<Point> nodes;   ///< already scaled to metres (or natural lengths)
  std::vector<int> elements;  ///< [K][n_geo]: node numbers; the first dim+1 are the vertices, oriented J > 0

  std::vector<std::string> region_names;    ///< volume physical groups
  std::vector<int> region;                  ///< [K]: index into region_names
  std::vector<std::string> boundary_names;  ///< face physical groups

  std::vector<int> neighbor;  ///< [K][n_faces]: element across the face, −1: the face is at the boundary
  std::vector<std::uint8_t> neighbor_face;  ///< [K][n_faces]: its local face
  std::vector<std::uint8_t>
      orientation;  ///< [K][n_faces]: row of Shape::permutation, from ours to the neighbour's vertices
  /// [K][n_faces]: index into boundary_names, −1 for none. An interior or periodic face may have a group
  /// *and* a neighbour: the case decides whether the group cuts the mesh there (a pec sheet).
  std::vector<int> boundary;
  /// Pairs of boundary names that the mesh file itself declares periodic (Gmsh's periodic entities), already
  /// connected.
  std::vector<std::array<std::string, 2>> periodic_pairs;

  const Shape& shape() const { return simplex(dim); }  ///< of all cells
  int n_faces() const { return shape().n_faces; }
  int n_elements() const { return static_cast<int>(region.size()); }
  const Point& vertex(int e, int v) const { return nodes[elements[e * nodes_per_element + v]]; }
};

}  // namespace dgsolve
