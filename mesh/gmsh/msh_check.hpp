/// Checks the structure of a .msh file, and reads what it says: Gmsh 4.8 crashes on files that refer to
/// missing nodes, and accepts some that are cut short.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dgsolve {

/// Dimension and number of nodes of one of Gmsh's element types; 0 nodes: there is no such type.
struct ElementShape {
  int dim, n_nodes;
};

/// What a file of format 4.1 says of the mesh.
struct MshContent {
  struct Block {
    Block(int d, int t, int number) : dim(d), entity(t), type(number) {}
    int dim, entity, type;
    std::vector<std::size_t> nodes;  ///< [element][node]: tags
  };

  /// Whether this is all that Gmsh would read: there are no periodic entities or other sections.
  bool is_complete = false;
  std::vector<std::string> removed;                        ///< sections that do not describe the mesh
  std::map<std::pair<int, int>, std::string> names;        ///< by dimension and tag of physical groups
  std::map<std::pair<int, int>, std::vector<int>> groups;  ///< tags, by dimension and tag of entities
  std::vector<std::size_t> node_tags;
  std::vector<double> coordinates;  ///< [node][xyz]
  std::vector<Block> elements;
};

/// Checks the sections of a .msh file's content (2.2 or 4.1, text or binary) against the format: counts,
/// tags, nodes and entities of elements. Throws MeshError that names the line, in a binary file the byte.
/// Removes the sections that do not describe the mesh, such as $NodeData, from the content.
MshContent check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of);

}  // namespace dgsolve
