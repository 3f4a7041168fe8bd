/// The use that a problem makes of the mesh's boundary groups.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct BoundaryGroup {
  bool periodic = false;
  std::string with;        ///< periodic: the partner; may be empty on one side of a pair
  bool interface = false;  ///< the cells on both sides stay neighbours
};

/// Joins the periodic groups. Returns for each of the mesh's groups whether it cuts the mesh: walls and
/// sheets do, periodic groups, interfaces and unnamed groups do not. Throws MeshError where two periodic
/// groups are not translates of each other, std::invalid_argument where the mesh lacks a group.
std::vector<bool> join_groups(Mesh& mesh, const std::map<std::string, BoundaryGroup>& groups);

/// Whether each of a boundary group's faces lies between a cell of the region and one of another region.
bool separates(const Mesh& mesh, const std::string& group, const std::string& region);

}  // namespace dgsolve
