/// Few flat tetrahedra that would hold the time step down.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

/// Meshes the volumes of Gmsh's model again where it has such cells, and keeps what is better. Appends to
/// `notes`.
void improve_slivers(std::vector<std::string>& notes);

}  // namespace dgsolve
