/// The parameters that a Gmsh script declares, and the cell sizes that it prescribes.
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

/// Throws MeshError for a parameter that the file does not declare, which Gmsh would ignore, and for NaN or
/// infinity. A CAD file has one parameter, h.
void check_parameters(const MeshOptions& options, MeshFileKind kind);

/// A script that gives the parameters their values. DefineConstant leaves those that have one.
std::string parameter_script(const std::map<std::string, double>& parameters);

/// The prescribed cell size at each point, by the point's number, from a .geo_unrolled file written by Gmsh.
std::map<int, double> sizes_at_points(const std::filesystem::path& unrolled);

}  // namespace dgsolve
