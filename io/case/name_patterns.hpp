/// Entries of a case that stand for several of the mesh's groups.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The key of the entry that takes what no other one does.
inline constexpr const char* pattern_of_others = "default";

/// Whether a key of a section is a pattern of the name, other than `default`. In `regions` the name that all
/// parts of a CAD file without a name once had, volume (2D: surface), is one of volume_1, volume_2, …
bool fits(const std::string& section, const std::string& key, const std::string& name);

/// For each of the mesh's boundary groups whether it has exterior faces, or faces that the file joins
/// periodically.
std::vector<bool> groups_outside(const Mesh& mesh);

/// Gives each group that the case does not name the entry whose key is a pattern of its name ("surface_*"),
/// or else the entry `default`, in `regions` and `boundaries`. Groups with faces inside the mesh take part by
/// their names only: a wall there would cut the mesh. An entry that no group takes stays, as an unknown name;
/// but `default` goes. Returns a sentence about each pattern; that of a pattern which looks like a name, and
/// that of a `default` in a mesh without such groups, are appended to `notes`. Throws CaseError where two
/// patterns fit a group.
std::vector<std::string> assign_patterns(Case& c, const Mesh& mesh, std::vector<std::string>& notes);

}  // namespace dgsolve
