/// The kind of a mesh file, found before Gmsh opens it.
#pragma once

#include <filesystem>

namespace dgsolve {

enum class MeshFileKind {
  msh,     ///< a finished mesh
  script,  ///< .geo
  cad      ///< .step, .stp, .brep
};

/// The kind, by the extension. Throws MeshError where the file is missing (Gmsh would ignore that), cannot be
/// read, is empty or has an unknown extension.
MeshFileKind check_mesh_file(const std::filesystem::path& file);

}  // namespace dgsolve
