/// A mesh as Gmsh provides it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dgsolve {

/// A physical group.
struct MeshGroup {
  int number;        ///< negative: Gmsh turns its elements round
  std::string name;  ///< empty: it has none
};

/// Of Gmsh's model, by their dimension.
inline constexpr const char* kinds_of_entities[] = {"point", "curve", "surface", "volume"};

/// Elements of one elementary entity (volume, surface, curve) of Gmsh's model, all of one type.
struct MeshEntity {
  int tag;
  std::vector<MeshGroup> groups;
  std::vector<std::size_t> nodes;  ///< [element][node]: tags
};

/// Nodes of an entity and the tags of their images on another one.
struct PeriodicEntity {
  int dim, tag;
  std::vector<std::size_t> nodes, images;
};

struct GmshData {
  int dim, geometry_order;
  std::vector<double> reference_nodes;  ///< [n_geo][dim], on the bi-unit simplex
  std::vector<std::size_t> node_tags;
  std::vector<double> coordinates;  ///< [node][xyz]
  std::vector<MeshEntity> cells, faces;
  std::vector<PeriodicEntity> periodic;  ///< of all dimensions below dim
};

}  // namespace dgsolve
