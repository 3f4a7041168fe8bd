/// Boundary groups with faces outside and inside the mesh.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace dgsolve {

/// The mesh without those inside faces of boundary groups at which the case's conditions make no sense, and
/// without those of groups that a pattern took: a wall there would cut the mesh. None where there are no such
/// faces. A sentence about each group is appended to `notes`. The case must fit the mesh.
std::optional<Mesh> without_faces_inside(const Case& c, const Mesh& mesh, std::vector<std::string>& notes);

}  // namespace dgsolve
