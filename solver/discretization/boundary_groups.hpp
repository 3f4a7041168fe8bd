/// The use that a problem makes of the mesh's boundary groups.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct BoundaryGroup {
  bool periodic = false;
  std::string with;  ///< periodic: the partner; may be empty on one side of a pair
};

/// Joins the periodic groups. Returns for each of the mesh's groups whether it cuts the mesh: walls and
/// sheets do, periodic and unnamed groups do not. Throws MeshError where two periodic groups are not
/// translates of each other, std::invalid_argument where the mesh lacks a group.
std::vector<bool> join_groups(Mesh& mesh, const std::map<std::string, BoundaryGroup>& groups);

}  // namespace dgsolve
