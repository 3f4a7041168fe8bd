#include "io/case/name_patterns.hpp"

#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <variant>

#include "io/yaml/mistakes.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

constexpr const char* otherwise = "default";

bool is_pattern(const std::string& key) {
  return key == otherwise || key.find_first_of("*?") != std::string::npos;
}

/// The groups with exterior faces.
std::vector<std::string> outer_groups(const Mesh& mesh) {
  std::vector<bool> outside(mesh.boundary_names.size(), false);
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
    if (mesh.boundary[side] >= 0 && mesh.neighbor[side] < 0) outside[mesh.boundary[side]] = true;
  std::vector<std::string> names;
  for (std::size_t b = 0; b < outside.size(); ++b)
    if (outside[b]) names.push_back(mesh.boundary_names[b]);
  return names;
}

class Assignment {
 public:
  Assignment(Case& c, std::string section, const std::vector<std::string>& groups)
      : case_(c), section_(std::move(section)), groups_(groups) {}

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
      sentences.push_back(
          fmt::format("{}: \"{}\" takes {} of them: {}", section_, key, groups.size(), list_text(groups)));
    }
    mistakes_.throw_if_any();
  }

  std::vector<std::string> sentences;

 private:
  template <class T>
  std::string pattern_for(const std::string& group, const std::map<std::string, T>& entries) {
    std::string found;
    for (const auto& [key, entry] : entries) {
      if (key == otherwise || !is_pattern(key) || fnmatch(key.c_str(), group.c_str(), 0) != 0) continue;
      if (!found.empty())
        mistakes_.add(
            case_.places.at(section_ + '.' + key), section_ + '.' + key,
            fmt::format("the pattern fits {}, and \"{}\" fits it too; expected one pattern for each group",
                        group, found));
      found = key;
    }
    return found.empty() && entries.contains(otherwise) ? otherwise : found;
  }

  Case& case_;
  const std::string section_;
  const std::vector<std::string>& groups_;
  Mistakes mistakes_;
};

}  // namespace

std::vector<std::string> assign_patterns(Case& c, const Mesh& mesh) {
  const std::vector<std::string> outer = outer_groups(mesh);
  Assignment regions(c, "regions", mesh.region_names), boundaries(c, "boundaries", outer);
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
