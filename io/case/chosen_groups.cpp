#include "io/case/chosen_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>
#include <variant>

#include "io/case/mesh_check.hpp"
#include "io/case/name_patterns.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/topology/connectivity.hpp"
#include "mesh/topology/submesh.hpp"

namespace dgsolve {
namespace {

/// All scalars of a case.
void add_texts(const YamlNode& node, std::set<std::string>& texts) {
  if (node.kind == YamlNode::Kind::scalar) texts.insert(node.text);
  for (const YamlNode& item : node.items) add_texts(item, texts);
  for (const YamlNode::Entry& entry : node.entries) add_texts(entry.value, texts);
}

/// Each group of the labels, once.
std::vector<std::string> all_groups(const std::vector<std::string>& labels) {
  std::set<std::string> groups;
  for (const std::string& label : labels)
    for (const std::string& group : groups_in(label)) groups.insert(group);
  return {groups.begin(), groups.end()};
}

class GroupChoice {
 public:
  GroupChoice(const Case& c, Mesh& mesh, std::vector<std::string>& notes)
      : case_(c), mesh_(mesh), notes_(notes), conductors_(c.conductors) {
    add_texts(c.resolved, texts_);
  }

  void run() {
    take_members();
    mistakes_.throw_if_any();
    choose("regions", mesh_.region_names, mesh_.region, [&](std::size_t) { return !has_medium(case_); });
    mistakes_.throw_if_any();
    remove_conductors();
    const std::vector<bool> is_outside = groups_outside(mesh_);
    choose("boundaries", mesh_.boundary_names, mesh_.boundary,
           [&](std::size_t label) { return static_cast<bool>(is_outside[label]); });
    mistakes_.throw_if_any();
  }

 private:
  using Section = std::string;  ///< regions, boundaries

  void take_members() {
    for (const auto& [path, members] : case_.members) {
      const std::size_t dot = path.find('.');
      const Section section = path.substr(0, dot);
      for (const std::string& member : members) take_member(section, path.substr(dot + 1), member);
    }
  }

  /// A region among a boundary's members is a conductor.
  void take_member(const Section& section, const std::string& name, const std::string& member) {
    const bool of_boundary = section == "boundaries";
    const bool is_boundary = of_boundary && rename(section, mesh_.boundary_names, member, name);
    const bool is_region = rename(section, mesh_.region_names, member, name);
    if (is_region && of_boundary && index_of(conductors_, name) < 0) conductors_.push_back(name);
    std::vector<std::string> groups = all_groups(mesh_.region_names);
    const std::vector<std::string> boundaries = all_groups(mesh_.boundary_names);
    if (is_boundary || is_region || index_of(groups, name) >= 0 || index_of(boundaries, name) >= 0)
      return;  // or it was taken when the mesh was first used, as before a restart
    if (of_boundary) groups.insert(groups.begin(), boundaries.begin(), boundaries.end());
    const std::string path = section + '.' + name;
    mistakes_.add(case_.places.at(path), path + ".of",
                  "got " + quote(member) + "; the mesh has no group that is called so; it has: " +
                      listed(groups) + did_you_mean(member, groups));
  }

  /// Whether a label has a group that the member names, or fits.
  bool rename(const Section& section, std::vector<std::string>& labels, const std::string& member,
              const std::string& name) {
    bool found = false;
    std::vector<std::string> renamed = labels;
    for (std::string& label : renamed) {
      std::vector<std::string> groups = groups_in(label);
      for (std::string& group : groups) {
        if (group != member && !fits(section, member, group)) continue;
        group = name;
        found = true;
      }
      label = label_of(std::move(groups));
    }
    const bool of_regions = &labels == &mesh_.region_names;
    if (found) name_groups(of_regions ? mesh_.region : mesh_.boundary, labels, renamed);
    return found;
  }

  /// The names of labels become others, in the periodic pairs too.
  void name_groups(std::vector<int>& numbers, std::vector<std::string>& labels,
                   const std::vector<std::string>& names) {
    if (&labels == &mesh_.boundary_names)
      for (auto& pair : mesh_.periodic_pairs)
        for (std::string& label : pair)
          if (const int at = index_of(labels, label); at >= 0) label = names[at];
    labels = names;
    merge_groups(labels, numbers);
  }

  void choose(const Section& section, std::vector<std::string>& labels, std::vector<int>& numbers,
              const std::function<bool(std::size_t)>& is_needed) {
    std::vector<std::string> names = labels;
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (const std::vector<std::string> groups = groups_in(labels[i]); groups.size() > 1)
        names[i] = chosen(section, groups, is_needed(i));
    if (names != labels) name_groups(numbers, labels, names);
  }

  std::vector<std::string> entries(const Section& section) const {
    const auto keys = [&](const auto& problem) {
      return section == "regions" ? keys_of(problem.regions) : keys_of(problem.boundaries);
    };
    std::vector<std::string> names = std::visit(keys, case_.problem);
    if (section == "regions") names.insert(names.end(), conductors_.begin(), conductors_.end());
    return names;
  }

  /// Of several groups the one that the case means.
  std::string chosen(const Section& section, const std::vector<std::string>& groups, bool is_needed) {
    const std::vector<std::string> keys = entries(section);
    std::map<std::string, std::string> named, fitting;  // group by the key of its entry
    for (auto group = groups.rbegin(); group != groups.rend(); ++group)
      for (const std::string& key : keys)
        if (key == *group || fits(section, key, *group)) (key == *group ? named : fitting)[key] = *group;
    const std::string what = section == "regions" ? "cells" : "faces";
    for (const auto& choice : {named, fitting}) {
      if (choice.size() > 1)
        mistakes_.add(case_.places.at(section), section,
                      fmt::format("the mesh has {} in {}, and the case has entries for several of these: {}; "
                                  "expected one",
                                  what, listed(groups), listed(keys_of(choice))));
      if (!choice.empty()) return choice.begin()->second;
    }
    for (const std::string& group : groups)
      if (texts_.contains(group)) return group;
    if (is_needed && index_of(keys, pattern_of_others) < 0)
      mistakes_.add(case_.places.at(case_.places.contains(section) ? section : ""), section,
                    fmt::format("the mesh has {} in {}, none of which has an entry; expected one for one of "
                                "them, such as {}: …",
                                what, listed(groups), groups.front()));
    return groups.front();
  }

  void remove_conductors() {
    std::vector<std::string> there;
    const std::vector<std::string> boundaries = all_groups(mesh_.boundary_names);
    for (const std::string& name : conductors_) {
      if (index_of(mesh_.region_names, name) >= 0)
        there.push_back(name);
      else if (index_of(boundaries, name) < 0)  // else its cells went when the mesh was first used
        mistakes_.add(case_.places.at("regions." + name), "regions." + name,
                      "the mesh has no region group of that name; it has: " + listed(mesh_.region_names) +
                          did_you_mean(name, mesh_.region_names));
    }
    mistakes_.throw_if_any();
    if (there.empty()) return;
    const int n_cells = mesh_.n_elements();
    mesh_ = without_regions(mesh_, there);
    notes_.push_back(fmt::format("{} of the mesh's {} cells are in conductors, and left out: {}",
                                 n_cells - mesh_.n_elements(), n_cells, listed(there)));
  }

  const Case& case_;
  Mesh& mesh_;
  std::vector<std::string>& notes_;
  std::vector<std::string> conductors_;
  std::set<std::string> texts_;
  Mistakes mistakes_;
};

}  // namespace

void choose_groups(const Case& c, Mesh& mesh, std::vector<std::string>& notes) {
  GroupChoice(c, mesh, notes).run();
}

void part_periodic_pairs(const Case& c, Mesh& mesh, std::vector<std::string>& notes) {
  const std::map<std::string, BoundaryGroup> groups = kind_of(c).boundaries(c);
  const auto is_periodic = [&](const std::string& name) {
    return groups.contains(name) && groups.at(name).periodic;
  };
  const std::vector<std::array<std::string, 2>> pairs = mesh.periodic_pairs;
  for (const auto& [a, b] : pairs) {
    if (is_periodic(a) || is_periodic(b) || !(groups.contains(a) || groups.contains(b))) continue;
    const int n = part_periodic(mesh, a, b);
    notes.push_back(fmt::format(
        "boundaries: the mesh file joins {} periodically to {}; the case has other conditions there, so that "
        "these {} faces stay apart",
        a, a == b ? "itself" : b, n));
  }
}

}  // namespace dgsolve
