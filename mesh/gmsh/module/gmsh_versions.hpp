/// Functions of Gmsh whose arguments are other ones in other versions: the library that is loaded need not be
/// the one that this was compiled for.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

/// Reads no files of options.
void initialize_gmsh();
/// Returns the group's tag.
int add_physical_group(int dim, const std::vector<int>& tags);
/// Of the loaded library.
std::string loaded_gmsh_version();

}  // namespace dgsolve
