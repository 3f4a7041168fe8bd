/// What outputs need of a space: cells with the nodes of an order.
#pragma once

#include "solver/discretization/nodal_space.hpp"

namespace dgsolve {

/// Keeps references.
struct NodalMesh {
  NodalMesh(const Mesh& of_cells, const ReferenceElement& of_order) : mesh(of_cells), element(of_order) {}
  NodalMesh(const NodalSpace& space) : NodalMesh(space.mesh, space.element) {}

  const Mesh& mesh;
  const ReferenceElement& element;
};

}  // namespace dgsolve
