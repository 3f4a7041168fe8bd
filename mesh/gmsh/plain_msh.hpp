/// Takes a mesh from a .msh file without Gmsh.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mesh/gmsh/element_type.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {

std::vector<MeshGroup> groups_of(const MshContent& file, int dim, int entity);

/// Cells, faces and groups as Gmsh would give them.
struct PlainMsh {
  ElementType type;  ///< of the cells
  GmshData data;
};

/// None where the file is not complete, or has cells or faces of several types, or of others than simplices
/// of the geometric order asked for: Gmsh then reads it. Takes the nodes out of `file`.
std::optional<PlainMsh> plain_msh(MshContent& file, int geometry_order,
                                  const std::function<ElementType(int)>& type_of);

/// Its mesh, where the cells are valid: what is wrong with others is found once Gmsh has read them. Appends
/// to `notes`.
std::optional<RawMesh> take_plain_mesh(const PlainMsh& file, const ShapeGradients& gradients,
                                       std::vector<std::string>& notes);

}  // namespace dgsolve
