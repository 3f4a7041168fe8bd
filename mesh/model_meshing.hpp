/// Has Gmsh mesh a model.
#pragma once

#include "mesh/gmsh_reader.hpp"
#include "mesh/mesh_file.hpp"

namespace dgsolve {

/// Opens a script or a CAD file in Gmsh's session, which must be there, and meshes it. Gmsh asks nothing on
/// the way. Throws MeshError with what Gmsh says is wrong, and where it is to make cells so small that their
/// number would overflow, which it does not notice.
void mesh_model(const MeshOptions& options, MeshFileKind kind);

}  // namespace dgsolve
