/// Volumes from closed surfaces of triangles.
#pragma once

#include <filesystem>

namespace dgsolve {

/// Opens an STL file as Gmsh's model: its surfaces are parted at sharp edges, to be meshed anew. Each closed
/// shell bounds a volume; one whose normals point inwards is a cavity in the shell around it. Throws
/// MeshError where a surface is not closed, or where a cavity is in no shell or in several. Returns the
/// volume that the facets enclose, in the file's unit.
double open_stl(const std::filesystem::path& file);

}  // namespace dgsolve
