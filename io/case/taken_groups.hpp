/// Groups that entries of a case take together by `of`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Whose names a mesh has: its file's, or those that a case gave it before (a restart, initial.from), where
/// groups are together and conductors gone already.
enum class MeshNames { of_file, of_case };

struct Taker {
  std::string path;  ///< "boundaries.strip"
  bool by_name;      ///< else by a pattern, which takes no faces inside the mesh
};

struct TakenGroups {
  std::map<std::string, Taker> regions, boundaries;  ///< by group
};

/// Each group of the labels, once.
std::vector<std::string> all_groups(const std::vector<std::string>& labels);

/// The keys of a section, and in `regions` conductors too.
std::vector<std::string> entries_of(const Case& c, const std::string& section);

/// The entry that takes each group. A name goes before a pattern. An entry of `boundaries` takes faces, and
/// regions by names only that no group of faces has. Throws CaseError where a member is no group, where two
/// entries take a group, or where an entry has the name of a group that it does not take.
TakenGroups taken_groups(const Case& c, const Mesh& mesh, MeshNames names);

}  // namespace dgsolve
