#include "io/case/taken_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <variant>

#include "io/case/mesh_check.hpp"
#include "io/case/name_patterns.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/labels.hpp"

namespace dgsolve {
namespace {

/// The mesh's groups of cells or of faces.
struct Groups {
  std::string section;
  std::vector<std::string> all, for_patterns, entries;
  std::map<std::string, Taker>& taken;

  bool has(const std::string& name) const { return index_of(all, name) >= 0; }
};

class Taking {
 public:
  Taking(const Case& c, const Mesh& mesh, MeshNames names)
      : case_(c),
        names_(names),
        regions_{"regions", all_groups(mesh.region_names), all_groups(mesh.region_names),
                 entries_of(c, "regions"), taken_.regions},
        boundaries_{"boundaries", all_groups(mesh.boundary_names), all_groups(labels_outside(mesh)),
                    entries_of(c, "boundaries"), taken_.boundaries} {}

  TakenGroups run() {
    for (const auto& [path, members] : case_.members)
      for (const std::string& member : members)
        if (Groups* groups = named(path, member)) take_named(*groups, path, member);
    for (const auto& [path, members] : case_.members)
      for (const std::string& member : members)
        if (!named(path, member) && !take_fitting(own(path), path, member)) refuse_unknown(path, member);
    if (names_ == MeshNames::of_file)
      for (const auto& [path, members] : case_.members) check_name(path);
    mistakes_.throw_if_any();
    return std::move(taken_);
  }

 private:
  static std::vector<std::string> labels_outside(const Mesh& mesh) {
    const std::vector<bool> outside = groups_outside(mesh);
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < outside.size(); ++i)
      if (outside[i]) labels.push_back(mesh.boundary_names[i]);
    return labels;
  }

  static bool is_of_boundary(const std::string& path) { return path.starts_with("boundaries."); }
  static std::string name_of(const std::string& path) { return path.substr(path.find('.') + 1); }
  Groups& own(const std::string& path) { return is_of_boundary(path) ? boundaries_ : regions_; }

  /// The groups in which the member is a name; null: none.
  Groups* named(const std::string& path, const std::string& member) {
    if (own(path).has(member)) return &own(path);
    return is_of_boundary(path) && regions_.has(member) ? &regions_ : nullptr;
  }

  /// The path of another entry whose key is the group; empty: none. A conductor's key means its cells.
  std::string other_entry(const Groups& groups, const std::string& path, const std::string& group) const {
    const std::string entry = groups.section + '.' + group;
    const bool means_cells = &groups == &boundaries_ && index_of(case_.conductors, group) >= 0;
    return index_of(groups.entries, group) >= 0 && entry != path && !means_cells ? entry : "";
  }

  void take_named(Groups& groups, const std::string& path, const std::string& group) {
    std::string other = other_entry(groups, path, group);
    const auto [taker, is_new] = groups.taken.try_emplace(group, Taker{path, true});
    if (!is_new && taker->second.path != path) other = taker->second.path + ".of";
    if (!other.empty())
      complain(path, "got " + quote(group) + ", which " + other + " names too; expected one of them");
  }

  /// Whether the pattern fits a group. Those that another entry names are not taken.
  bool take_fitting(Groups& groups, const std::string& path, const std::string& pattern) {
    bool found = false;
    for (const std::string& group : groups.for_patterns) {
      if (!fits(groups.section, pattern, group)) continue;
      found = true;
      if (!other_entry(groups, path, group).empty()) continue;
      const auto [taker, is_new] = groups.taken.try_emplace(group, Taker{path, false});
      if (!is_new && !taker->second.by_name && taker->second.path != path)
        complain(path, fmt::format("the pattern {} fits {}, and one of {}.of fits it too; expected one "
                                   "pattern for each group",
                                   quote(pattern), group, taker->second.path));
    }
    return found;
  }

  void refuse_unknown(const std::string& path, const std::string& member) {
    if (names_ == MeshNames::of_case && (regions_.has(name_of(path)) || boundaries_.has(name_of(path))))
      return;  // it was taken when the mesh was first used
    std::vector<std::string> groups = own(path).for_patterns;
    const bool is_pattern = member.find_first_of("*?") != std::string::npos;
    if (is_of_boundary(path) && !is_pattern) {
      groups = boundaries_.all;
      groups.insert(groups.end(), regions_.all.begin(), regions_.all.end());
    }
    const std::string what = !is_pattern            ? "group that is called so"
                             : is_of_boundary(path) ? "boundary group with exterior faces that fits"
                                                    : "region that fits";
    complain(path, "got " + quote(member) + "; the mesh has no " + what + "; it has: " + listed(groups) +
                       did_you_mean(member, groups));
  }

  /// Groups of the entry's name would become one with those that it takes.
  void check_name(const std::string& path) {
    const std::string name = name_of(path);
    const auto takes = [&](const auto& taken) { return taken.second.path == path; };
    for (const Groups* groups : {&regions_, &boundaries_}) {
      const bool matters =
          groups == &own(path) || (is_of_boundary(path) && std::ranges::any_of(groups->taken, takes));
      const auto taker = groups->taken.find(name);
      if (matters && groups->has(name) && (taker == groups->taken.end() || taker->second.path != path))
        complain(path, "does not list " + quote(name) + ", which is a group of the mesh's " +
                           groups->section + " too; expected it in the list, or an entry of another name");
    }
  }

  void complain(const std::string& path, const std::string& text) {
    mistakes_.add(case_.places.at(path), path + ".of", text);
  }

  const Case& case_;
  const MeshNames names_;
  TakenGroups taken_;
  Groups regions_, boundaries_;
  Mistakes mistakes_;
};

}  // namespace

std::vector<std::string> all_groups(const std::vector<std::string>& labels) {
  std::set<std::string> groups;
  for (const std::string& label : labels)
    for (const std::string& group : groups_in(label)) groups.insert(group);
  return {groups.begin(), groups.end()};
}

std::vector<std::string> entries_of(const Case& c, const std::string& section) {
  const auto keys = [&](const auto& problem) {
    return section == "regions" ? keys_of(problem.regions) : keys_of(problem.boundaries);
  };
  std::vector<std::string> names = std::visit(keys, c.problem);
  if (section == "regions") names.insert(names.end(), c.conductors.begin(), c.conductors.end());
  return names;
}

TakenGroups taken_groups(const Case& c, const Mesh& mesh, MeshNames names) {
  return Taking(c, mesh, names).run();
}

}  // namespace dgsolve
