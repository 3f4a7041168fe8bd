#include "io/case/name_patterns.hpp"

#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <variant>

#include "io/yaml/mistakes.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// The groups with exterior faces.
std::vector<std::string> outer_groups(const Mesh& mesh) {
  const std::vector<bool> outside = groups_outside(mesh);
  std::vector<std::string> names;
  for (std::size_t b = 0; b < outside.size(); ++b)
    if (outside[b]) names.push_back(mesh.boundary_names[b]);
  return names;
}

class Assignment {
 public:
  Assignment(Case& c, std::string section, const std::vector<std::string>& groups,
             std::vector<std::string>& notes)
      : case_(c), section_(std::move(section)), groups_(groups), notes_(notes) {}

  template <class T>
  void run(std::map<std::string, T>& entries) {
    std::map<std::string, std::vector<std::string>> taken;  // pattern → groups
    for (const std::string& group : groups_)
      if (!entries.contains(group)) {
        const std::string key = pattern_for(group, entries);
        if (!key.empty()) taken[key].push_back(group);
      }
    for (const auto& [key, groups] : taken) {
      for (const std::string& group : groups) {
        entries[group] = entries.at(key);
        case_.pattern_of[section_ + '.' + group] = key;
        case_.places[section_ + '.' + group] = case_.places.at(section_ + '.' + key);
      }
      entries.erase(key);
      const bool looks_like_a_name = key != pattern_of_others && key.find_first_of("*?") == std::string::npos;
      (looks_like_a_name ? notes_ : sentences)
          .push_back(fmt::format("{}: \"{}\" takes {} of them: {}", section_, key, groups.size(),
                                 list_text(groups)));
    }
    // Nothing is left where each group has a line of its own, or where a periodic mesh has no outside.
    if (!taken.contains(pattern_of_others) && entries.erase(pattern_of_others) > 0) {
      if (groups_.empty())
        notes_.push_back(
            fmt::format("{}: \"{}\" takes none, for the mesh has none", section_, pattern_of_others));
      else
        sentences.push_back(fmt::format("{}: \"{}\" takes none of them", section_, pattern_of_others));
    }
    mistakes_.throw_if_any();
  }

  std::vector<std::string> sentences;

 private:
  template <class T>
  std::string pattern_for(const std::string& group, const std::map<std::string, T>& entries) {
    std::string found;
    for (const auto& [key, entry] : entries) {
      if (!fits(section_, key, group)) continue;
      if (!found.empty())
        mistakes_.add(
            case_.places.at(section_ + '.' + key), section_ + '.' + key,
            fmt::format("the pattern fits {}, and \"{}\" fits it too; expected one pattern for each group",
                        group, found));
      found = key;
    }
    return found.empty() && entries.contains(pattern_of_others) ? pattern_of_others : found;
  }

  Case& case_;
  const std::string section_;
  const std::vector<std::string>& groups_;
  std::vector<std::string>& notes_;
  Mistakes mistakes_;
};

bool is_part_without_name(const std::string& key, const std::string& group) {
  return (key == "volume" || key == "surface") && group.starts_with(key + '_') &&
         group.size() > key.size() + 1 &&
         std::all_of(group.begin() + static_cast<std::ptrdiff_t>(key.size()) + 1, group.end(),
                     [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

bool fits(const std::string& section, const std::string& key, const std::string& name) {
  if (key == pattern_of_others) return false;
  if (key.find_first_of("*?") == std::string::npos)
    return section == "regions" && is_part_without_name(key, name);
  return fnmatch(key.c_str(), name.c_str(), 0) == 0;
}

std::vector<bool> groups_outside(const Mesh& mesh) {
  std::vector<bool> outside(mesh.boundary_names.size(), false);
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
    if (mesh.boundary[side] >= 0 && mesh.neighbor[side] < 0) outside[mesh.boundary[side]] = true;
  for (const auto& pair : mesh.periodic_pairs)
    for (const std::string& name : pair)
      if (const int group = index_of(mesh.boundary_names, name); group >= 0) outside[group] = true;
  return outside;
}

std::vector<std::string> assign_patterns(Case& c, const Mesh& mesh, std::vector<std::string>& notes) {
  const std::vector<std::string> outer = outer_groups(mesh);
  Assignment regions(c, "regions", mesh.region_names, notes), boundaries(c, "boundaries", outer, notes);
  std::visit(
      [&](auto& problem) {
        regions.run(problem.regions);
        boundaries.run(problem.boundaries);
      },
      c.problem);
  regions.sentences.insert(regions.sentences.end(), boundaries.sentences.begin(), boundaries.sentences.end());
  return regions.sentences;
}

}  // namespace dgsolve
