/// Names of the cells, or of the faces, of a mesh from Gmsh.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mesh/gmsh/gmsh_data.hpp"

namespace dgsolve {

/// Labels (base/labels.hpp) of entities of one dimension. A group's name is cleaned (clean_name); a group
/// without a name is called group_7 by its number, an entity without a group volume_7, surface_7 or curve_7
/// by its tag, with "_" behind it where the file has a group of that name. Appends to `notes`.
class GroupNames {
 public:
  /// Throws MeshError where two groups would have one name.
  GroupNames(const std::vector<MeshEntity>& entities, int dim, std::vector<std::string>& notes);
  std::string label(const MeshEntity& entity) const;

 private:
  std::string free_name(std::string name) const;

  const int dim_;
  std::map<std::string, std::string> clean_;  ///< by the name in the file
  std::set<std::string> own_;                 ///< the clean names
};

}  // namespace dgsolve
