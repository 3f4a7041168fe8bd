/// Names and lengths in CAD files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {

/// The unit in which Gmsh gives the lengths of a CAD file, in those that mesh.scale converts. Open CASCADE
/// turns those of a STEP file, whatever their unit, into millimetres; a BREP file has no unit.
double cad_unit(const std::filesystem::path& file);

/// The products of a STEP file: its parts and assemblies.
std::vector<std::string> product_names(const std::string& step);

/// The name in a label of Gmsh's, such as "Shapes/Telescope/1/Lens": the longest product that it ends in, or
/// what stands behind the last slash. Empty: it has none.
std::string cad_name(const std::string& label, const std::vector<std::string>& products);

}  // namespace dgsolve
