/// Takes a mesh from a .msh file without Gmsh.
#pragma once

#include <optional>

#include "mesh/gmsh/gmsh_model.hpp"
#include "mesh/gmsh/msh_check.hpp"

namespace dgsolve {

/// Cells, faces and groups as Gmsh would give them.
struct PlainMsh {
  ElementType type;  ///< of the cells
  GmshData data;
};

/// None where the file is not complete, or has cells or faces of several types, or of others than simplices
/// of the geometric order asked for: Gmsh then reads it. Takes the nodes out of `file`.
std::optional<PlainMsh> plain_msh(MshContent& file, int geometry_order);

}  // namespace dgsolve
