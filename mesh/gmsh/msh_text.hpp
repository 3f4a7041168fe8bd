/// Writes a mesh for Gmsh.
#pragma once

#include <string>

#include "mesh/gmsh/msh_content.hpp"

namespace dgsolve {

/// A .msh of format 2.2. An element in several groups is in it several times.
std::string msh_text(const MshContent& mesh);

}  // namespace dgsolve
