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

/// The mesh as a file has it.
struct MshContent {
  struct Block {
    Block(int d, int t, int number, int n) : dim(d), entity(t), type(number), n_nodes(n) {}
    std::size_t n_elements() const { return nodes.size() / n_nodes; }

    int dim, entity, type;
    int n_nodes;                     ///< of an element
    std::vector<std::size_t> nodes;  ///< [element][node]: tags
  };
  struct Periodic {
    int dim, entity, master;
    std::vector<std::size_t> nodes, images;
  };

  /// Whether this is all that Gmsh would read.
  bool is_complete = false;
  bool is_changed = false;                                 ///< the content is no longer the file's
  std::vector<std::string> removed;                        ///< sections that do not describe the mesh
  std::map<std::pair<int, int>, std::string> names;        ///< by dimension and tag of physical groups
  std::map<std::pair<int, int>, std::vector<int>> groups;  ///< tags, by dimension and tag of entities
  std::vector<std::size_t> node_tags;
  std::vector<double> coordinates;  ///< [node][xyz]
  std::vector<Block> elements;
  std::vector<Periodic> periodic;
};

/// Checks the sections of a .msh file's content (2.2 or 4.1, text or binary) against the format: counts,
/// tags, nodes and entities of elements. Throws MeshError that names the line, in a binary file the byte.
/// The groups of a file of format 2.2 are those of its elements: elements of one entity in different groups
/// come back as entities of their own. Partitions come back as what they are parts of. Makes of the content
/// what Gmsh is to read: without sections that do not describe the mesh, such as $NodeData, and with entities
/// as they come back.
MshContent check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of);

}  // namespace dgsolve
