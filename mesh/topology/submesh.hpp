/// Some cells of a mesh as a mesh of their own.
#pragma once

#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The cells in this order, with all names. Faces that other cells meet there are at the boundary here, and
/// no boundaries are declared periodic.
Mesh submesh(const Mesh& mesh, const std::vector<int>& cells);

}  // namespace dgsolve
