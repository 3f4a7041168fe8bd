#include "io/case/periodic_pairs.hpp"

namespace dgsolve {

std::map<std::string, std::string> pair_periodic_groups(const std::map<std::string, BoundaryGroup>& groups,
                                                        CaseSection& section) {
  std::map<std::string, BoundaryGroup> all = groups;
  std::map<std::string, std::string> added;
  for (const auto& [name, group] : groups) {
    if (group.with.empty()) continue;
    const auto [partner, is_new] = all.try_emplace(group.with, BoundaryGroup{true, name});
    if (is_new) added[group.with] = name;
    const bool partner_is_missing = partner->second.periodic && partner->second.with.empty();  // told already
    if (group.with == name)
      section.complain(name, "got itself as the other side; expected another boundary group");
    else if (partner->second.with != name && !partner_is_missing)
      section.complain(
          name, "its other side " + group.with + " is " +
                    (partner->second.periodic ? "periodic with " + partner->second.with : "not periodic") +
                    "; expected {type: periodic, with: " + name + "} there, or nothing");
  }
  return added;
}

}  // namespace dgsolve
