/// Tells one mesh's source from another's.
#pragma once

#include <filesystem>
#include <string>

#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {

/// A mesh's file, a digest of it, and how it is read: what differs makes another mesh. Throws as
/// digest_of_mesh_file.
std::string mesh_source_text(const MeshOptions& options);

/// A digest of a mesh's file, and where it is a .geo, of the files it takes in by Include and Merge, which
/// may do the same. Throws std::runtime_error where the file cannot be read; others are for Gmsh to miss.
std::string digest_of_mesh_file(const std::filesystem::path& file);

}  // namespace dgsolve
