/// Cells and faces of a file that are no simplices, cut into simplices.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mesh/gmsh/element_type.hpp"
#include "mesh/gmsh/msh_content.hpp"

namespace dgsolve {

/// Cuts quadrilaterals, pyramids, prisms and hexahedra, as cut_cells.hpp says: diagonals go from the node
/// with the lowest tag, periodic nodes having those of their images. Simplices take the nodes that lie on
/// them, so that curved cells need all inner nodes. Elements of a type and an entity stay together. Returns
/// sentences on what was cut. Throws MeshError where nodes are missing.
std::vector<std::string> split_cells(MshContent& mesh, const std::function<ElementType(int)>& type_of);

}  // namespace dgsolve
