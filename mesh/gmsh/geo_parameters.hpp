/// The parameters that a Gmsh script offers, and the sizes of cells that it asks for.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "mesh/gmsh/mesh_file.hpp"

namespace dgsolve {

struct MeshOptions;

/// Names that a .geo, or a file that it includes, declares with DefineConstant, in their order.
std::vector<std::string> declared_parameters(const std::filesystem::path& geo);

/// Command line that sets the parameters of a script; of a CAD file only h may be given. Throws MeshError for
/// names that the file does not have, which Gmsh would ignore, and values that are none.
std::vector<std::string> parameter_arguments(const MeshOptions& options, MeshFileKind kind);

/// By the points' numbers, the sizes that cells are to have there, in what Gmsh writes as .geo_unrolled.
std::map<int, double> sizes_at_points(const std::filesystem::path& unrolled);

}  // namespace dgsolve
