/// The kind of a mesh file, found before Gmsh opens it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dgsolve {

enum class MeshFileKind {
  msh,     ///< a finished mesh
  script,  ///< .geo
  cad      ///< .step, .stp, .iges, .igs, .brep, .stl
};

/// Extensions of all kinds, in lower case.
const std::vector<std::string>& mesh_extensions();
/// The file's, in lower case.
std::string lower_extension(const std::filesystem::path& file);
/// By the extension; none where it is unknown.
std::optional<MeshFileKind> kind_by_extension(const std::filesystem::path& file);
/// Whether a file with this extension says the unit of its lengths.
bool says_its_unit(const std::filesystem::path& file);

/// The kind, by the extension. Throws MeshError where the file is missing (Gmsh would ignore that), cannot be
/// read, is empty or has an unknown extension.
MeshFileKind check_mesh_file(const std::filesystem::path& file);

}  // namespace dgsolve
