/// Structure of a .msh file, checked before Gmsh reads it: Gmsh 4.8 crashes on files that refer to missing
/// nodes, and takes others for complete that are cut short.
#pragma once

#include <filesystem>
#include <functional>

namespace dgsolve {

/// Dimension and number of nodes of one of Gmsh's element types; no nodes where there is no such type.
struct ElementShape {
  int dim, n_nodes;
};

/// Reads the sections of a .msh file (2.2 or 4.1, text or binary) and throws MeshError, naming the line (in a
/// binary file the byte), where one is not what the format says: counts, tags, elements' nodes and entities.
void check_msh(const std::filesystem::path& file, const std::function<ElementShape(int)>& shape_of);

}  // namespace dgsolve
