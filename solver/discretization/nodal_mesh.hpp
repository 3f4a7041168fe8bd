/// What outputs need of a discretization: cells with the nodes of an order.
#pragma once

#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// Keeps references.
struct NodalMesh {
  NodalMesh(const Mesh& of_cells, const ReferenceElement& of_order) : mesh(of_cells), element(of_order) {}
  NodalMesh(const Discretization& d) : NodalMesh(d.mesh, d.element) {}

  const Mesh& mesh;
  const ReferenceElement& element;
};

}  // namespace dgsolve
