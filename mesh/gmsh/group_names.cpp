#include "mesh/gmsh/group_names.hpp"

#include <cstdlib>

#include "mesh/base/foreign_text.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

GroupNames::GroupNames(const std::vector<MeshEntity>& entities, int dim, std::vector<std::string>& notes)
    : dim_(dim) {
  std::map<std::string, std::string> found;  // by the clean name
  for (const MeshEntity& entity : entities)
    for (const MeshGroup& group : entity.groups) {
      if (group.name.empty() || clean_.contains(group.name)) continue;
      const std::string name = clean_name(group.name);
      const auto [other, is_new] = found.try_emplace(name, group.name);
      if (!is_new)
        throw MeshError("the groups \"" + other->second + "\" and \"" + group.name +
                        "\" would both be called " + name +
                        "; expected names in UTF-8 without control characters");
      if (name != group.name)
        notes.push_back("the group \"" + group.name + "\" is called " + name +
                        ": its name in the file is not UTF-8, or has control characters");
      clean_[group.name] = name;
      own_.insert(name);
    }
}

std::string GroupNames::free_name(std::string name) const {
  while (own_.contains(name)) name += '_';
  return name;
}

std::string GroupNames::label(const MeshEntity& entity) const {
  if (entity.groups.empty()) return free_name(kinds_of_entities[dim_] + ('_' + std::to_string(entity.tag)));
  std::vector<std::string> names;
  for (const MeshGroup& group : entity.groups)
    names.push_back(group.name.empty() ? free_name("group_" + std::to_string(std::abs(group.number)))
                                       : clean_.at(group.name));
  return label_of(std::move(names));
}

}  // namespace dgsolve
