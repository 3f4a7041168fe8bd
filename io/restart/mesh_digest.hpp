/// Tells one mesh's source from another's.
#pragma once

#include <filesystem>
#include <string>

namespace dgsolve {

/// A digest of a mesh's file, and where it is a .geo, of the files it takes in by Include and Merge, which
/// may do the same. Throws std::runtime_error where the file cannot be read; others are for Gmsh to miss.
std::string digest_of_mesh_file(const std::filesystem::path& file);

}  // namespace dgsolve
