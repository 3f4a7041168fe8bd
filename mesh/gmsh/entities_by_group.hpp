/// Groups of the elements in a .msh file of format 2.2, where each element has a line for each of its groups.
#pragma once

#include <vector>

#include "mesh/gmsh/msh_content.hpp"

namespace dgsolve {

/// Fills file.groups, with each element once: elements of one entity in other groups than its first ones
/// become an entity of their own. groups: of the blocks in file.elements, one each, no two of an entity and a
/// type the same; 0: none. Returns whether entities or elements are others than in the file. Throws MeshError
/// where their numbers run out.
bool part_entities_by_group(MshContent& file, const std::vector<int>& groups);

}  // namespace dgsolve
