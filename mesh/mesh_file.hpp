/// What can be said of a mesh file before Gmsh sees it. Gmsh takes any text for a script, and does not always
/// notice that a file is missing or cut short.
#pragma once

#include <filesystem>

namespace dgsolve {

enum class MeshFileKind {
  msh,     ///< a finished mesh
  script,  ///< .geo
  cad      ///< .step, .stp, .brep
};

/// Throws MeshError where the file cannot be read, is empty, has no known extension, or is a .msh with
/// another header than 2.2 or 4.1, or without its end.
MeshFileKind check_mesh_file(const std::filesystem::path& file);

}  // namespace dgsolve
