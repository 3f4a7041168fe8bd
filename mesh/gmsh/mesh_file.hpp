/// What a mesh file is, before Gmsh sees it.
#pragma once

#include <filesystem>

namespace dgsolve {

enum class MeshFileKind {
  msh,     ///< a finished mesh
  script,  ///< .geo
  cad      ///< .step, .stp, .brep
};

/// By the extension. Throws MeshError where there is no such file (Gmsh would not mind), it cannot be read,
/// is empty, or has no known extension.
MeshFileKind check_mesh_file(const std::filesystem::path& file);

}  // namespace dgsolve
