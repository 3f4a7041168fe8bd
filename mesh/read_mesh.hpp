/// From a file, by Gmsh, to a mesh.
#pragma once

#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {

/// Reads or generates the mesh, orients its cells, places the interior nodes of curved ones, connects faces
/// (also those of Gmsh's periodic entities), orders cells along a Hilbert curve, and checks the mesh. Throws
/// MeshError with all problems that it can find in one pass.
Mesh read_mesh(
    const MeshOptions& options, MeshReport* report = nullptr, const PhaseDone& done = [](const char*) {});

}  // namespace dgsolve
