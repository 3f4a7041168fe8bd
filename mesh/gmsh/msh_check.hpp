/// Checks the structure of a .msh file before Gmsh reads it: Gmsh 4.8 crashes on files that refer to missing
/// nodes, and accepts some that are cut short.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace dgsolve {

/// Dimension and number of nodes of one of Gmsh's element types; 0 nodes: there is no such type.
struct ElementShape {
  int dim, n_nodes;
};

/// Checks the sections of a .msh file's content (2.2 or 4.1, text or binary) against the format: counts,
/// tags, nodes and entities of elements. Throws MeshError that names the line, in a binary file the byte.
/// Removes the sections that do not describe the mesh, such as $NodeData, and returns their names.
std::vector<std::string> check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of);

}  // namespace dgsolve
