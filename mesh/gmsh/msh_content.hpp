/// The content of a .msh file.
#pragma once

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

}  // namespace dgsolve
