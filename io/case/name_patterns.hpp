/// Entries of a case that stand for several of the mesh's groups.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Gives each group that the case does not name the entry whose key is a pattern of its name ("surface_*"),
/// or else the entry `default`, in `regions` and `boundaries`. Groups with faces inside the mesh take part by
/// their names only: a wall there would cut the mesh. An entry that no group takes stays, as an unknown name.
/// Returns a sentence about each pattern. Throws CaseError where two patterns fit a group.
std::vector<std::string> assign_patterns(Case& c, const Mesh& mesh);

}  // namespace dgsolve
