/// Checks the structure of a .msh file, and reads what it says: Gmsh 4.8 crashes on files that refer to
/// missing nodes, and accepts some that are cut short.
#pragma once

#include <functional>
#include <string>

#include "mesh/gmsh/msh_content.hpp"

namespace dgsolve {

/// Checks the sections of a .msh file's content (1 to 2.2, 4.0 as text, 4.1) against the format: counts,
/// tags, nodes and entities of elements. Throws MeshError that names the line, in a binary file the byte. The
/// groups of a file of format 1 to 2.2 are those of its elements: elements of one entity in different groups
/// come back as entities of their own. Partitions come back as what they are parts of. Makes of the content
/// what Gmsh is to read: in format 2.2 or 4.1, without sections that do not describe the mesh, such as
/// $NodeData, and with entities as they come back.
MshContent check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of);

}  // namespace dgsolve
