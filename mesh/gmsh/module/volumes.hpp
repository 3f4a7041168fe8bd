/// The meshing of volumes: which algorithm makes the mesh.
#pragma once

#include <string>
#include <vector>

#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {

/// Meshes the volumes of Gmsh's model, whose surfaces are meshed. Appends to `notes`. Throws MeshError.
void mesh_volumes(VolumeAlgorithm algorithm, std::vector<std::string>& notes);

}  // namespace dgsolve
