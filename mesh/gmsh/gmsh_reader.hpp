/// Meshes from files, by Gmsh in a process of its own.
#pragma once

#include "mesh/gmsh/mesh_options.hpp"
#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {

/// Reads the file, or runs Gmsh on it, assembles its content, orients and checks the cells.
/// Adds to the report. Throws MeshError.
RawMesh read_with_gmsh(const MeshOptions& options, MeshReport& report, const PhaseDone& done);

}  // namespace dgsolve
