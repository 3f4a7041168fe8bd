/// Non-conforming places of a mesh.
#pragma once

#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Vertices of exterior faces that lie inside another exterior face (straight-sided, to 1e-9 of its size):
/// one text for each, naming the vertex and the face. Needs a connected mesh.
std::vector<std::string> find_hanging_nodes(const Mesh& mesh);

}  // namespace dgsolve
