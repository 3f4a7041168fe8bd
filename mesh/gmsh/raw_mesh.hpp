/// The Mesh made from one as Gmsh provides it, still without connectivity.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "mesh/gmsh/gmsh_data.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {

struct RawMesh {
  Mesh mesh;  ///< in the file's units and order; no connectivity
  std::vector<TaggedFace> tagged;
  /// One entry for each translation between periodic entities: pairs of a node and its image.
  std::vector<std::vector<std::array<int, 2>>> images;
};

/// Names groups, checks coordinates, numbers nodes and groups, places the interior nodes of cells, and
/// orients the cells. Appends to `notes`. Throws MeshError.
RawMesh assemble_oriented(const GmshData& data, const ShapeGradients& gradients,
                          std::vector<std::string>& notes);

}  // namespace dgsolve
