/// `dgsolve new`: a case for a mesh, ready to edit.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace dgsolve {

struct NewCaseArguments {
  std::filesystem::path mesh;                 ///< as of mesh.file
  std::string physics = "maxwell";            ///< or another one that drafts have
  std::optional<std::filesystem::path> file;  ///< of the case; none: the mesh's with .yaml, in its folder
};

/// Reads or makes the mesh, and writes a case with the name, the size and the place of each region and
/// boundary. Throws MeshError, std::invalid_argument where there is such a file, or no such physics, and
/// std::runtime_error where it cannot be written.
void write_new_case(const NewCaseArguments& arguments);

}  // namespace dgsolve
