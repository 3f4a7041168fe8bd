/// The mesh's groups as a case means them: which of several groups a face is in, groups that an entry takes
/// together, regions that are conductors.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/case/taken_groups.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Names the mesh's cells and faces as the case does. Groups that an entry takes together (`of`) get its
/// name; their patterns take no faces inside the mesh. Cells and faces in several groups are in the one that
/// has an entry, fits a pattern or is named elsewhere in the case; where `default` takes them, or where they
/// need no entry, in the first one. Cells of regions that are conductors go; their faces get the region's
/// name. Appends to `notes`. Throws CaseError where a case names two groups of a face, or none, or one that
/// the mesh lacks.
void choose_groups(const Case& c, Mesh& mesh, MeshNames names, std::vector<std::string>& notes);

/// Parts the faces that the mesh file joins periodically where the case has other conditions there. Patterns
/// must have their groups. Appends to `notes`.
void part_periodic_pairs(const Case& c, Mesh& mesh, std::vector<std::string>& notes);

}  // namespace dgsolve
