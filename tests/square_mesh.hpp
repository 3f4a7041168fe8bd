/// The mesh of tests/meshes/square.msh, made by hand: two triangles, one region, three groups of exterior
/// faces, and one of the face between them.
#pragma once

#include "mesh/mesh.hpp"

namespace dgsolve {

inline Mesh square_mesh() {
  Mesh mesh;
  mesh.dim = 2;
  mesh.nodes_per_element = 3;
  mesh.reference_nodes = {-1, -1, 1, -1, -1, 1};
  mesh.nodes = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  mesh.elements = {0, 1, 2, 0, 2, 3};
  mesh.region_names = {"vacuum"};
  mesh.region = {0, 0};
  mesh.boundary_names = {"left", "right", "walls", "diagonal"};
  mesh.neighbor = {-1, -1, 1, 0, -1, -1};
  mesh.neighbor_face = {0, 0, 0, 2, 0, 0};
  mesh.orientation = {0, 0, 1, 1, 0, 0};
  mesh.boundary = {2, 1, 3, 3, 2, 0};
  return mesh;
}

}  // namespace dgsolve
