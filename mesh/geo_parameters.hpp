/// The parameters that a Gmsh script offers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {

/// Names that a .geo, or a file that it includes, declares with DefineConstant, in their order.
std::vector<std::string> declared_parameters(const std::filesystem::path& geo);

}  // namespace dgsolve
