/// Structure of a .msh file, checked before Gmsh reads it: Gmsh 4.8 crashes on files that refer to missing
/// nodes, and takes others for complete that are cut short.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dgsolve {

/// Dimension and number of nodes of one of Gmsh's element types; no nodes where there is no such type.
struct ElementShape {
  int dim, n_nodes;
};

/// A section that is no part of the mesh, such as $NodeData: the file's bytes [begin, end).
struct ForeignSection {
  std::string name;
  std::size_t begin, end;
};

/// Reads the sections of a .msh file (2.2 or 4.1, text or binary) and throws MeshError, naming the line (in a
/// binary file the byte), where one is not what the format says: counts, tags, elements' nodes and entities.
/// Returns the sections that were not looked into, and that Gmsh must not see.
std::vector<ForeignSection> check_msh(const std::filesystem::path& file,
                                      const std::function<ElementShape(int)>& shape_of);

}  // namespace dgsolve
