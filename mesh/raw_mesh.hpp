/// A mesh as Gmsh hands it over: cells and groups, but not yet who meets whom.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/connectivity.hpp"
#include "mesh/gmsh_reader.hpp"

namespace dgsolve {

struct RawMesh {
  Mesh mesh;  ///< in the file's units and order; cells oriented and checked; no connectivity
  std::vector<TaggedFace> tagged;
  /// One entry for each of Gmsh's periodic entities: pairs of a node and its image, all one translation
  /// apart.
  std::vector<std::vector<std::array<int, 2>>> images;
};

/// Runs Gmsh on the file. Notes go to `notes`. Throws MeshError.
RawMesh read_raw_mesh(const MeshOptions& options, std::vector<std::string>& notes);

}  // namespace dgsolve
