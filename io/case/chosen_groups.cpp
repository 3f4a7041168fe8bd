#include "io/case/chosen_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>

#include "io/case/mesh_check.hpp"
#include "io/case/name_patterns.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/base/problems.hpp"
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

class GroupChoice {
 public:
  GroupChoice(const Case& c, Mesh& mesh, MeshNames names, std::vector<std::string>& notes)
      : case_(c), mesh_(mesh), names_(names), notes_(notes), conductors_(c.conductors) {
    add_texts(c.resolved, texts_);
  }

  void run() {
    take_members();
    choose("regions", mesh_.region_names, mesh_.region, [&](std::size_t) { return !has_medium(case_); });
    mistakes_.throw_if_any();
    const std::vector<std::string> with_conductors = all_groups(mesh_.boundary_names);
    remove_conductors();
    const std::vector<bool> is_outside = groups_outside(mesh_);
    choose("boundaries", mesh_.boundary_names, mesh_.boundary,
           [&](std::size_t label) { return static_cast<bool>(is_outside[label]); });
    refuse_lost(with_conductors);
    mistakes_.throw_if_any();
  }

 private:
  using Section = std::string;  ///< regions, boundaries

  void take_members() {
    const TakenGroups taken = taken_groups(case_, mesh_, names_);
    for (const auto& [region, taker] : taken.regions)  // one among a boundary's members is a conductor
      if (taker.path.starts_with("boundaries.") && index_of(conductors_, name_of(taker)) < 0)
        conductors_.push_back(name_of(taker));
    if (!taken.regions.empty())
      name_groups(mesh_.region, mesh_.region_names, renamed(mesh_.region_names, taken.regions));
    if (!taken.boundaries.empty()) rename_boundaries(taken.boundaries);
  }

  static std::string name_of(const Taker& taker) { return taker.path.substr(taker.path.find('.') + 1); }

  /// Faces inside the mesh that patterns do not take keep their names: they get labels of their own.
  void rename_boundaries(const std::map<std::string, Taker>& taken) {
    std::map<std::string, Taker> inside = taken;
    std::erase_if(inside, [](const auto& group) { return !group.second.by_name; });
    std::vector<std::string> names = renamed(mesh_.boundary_names, taken),
                             names_inside = renamed(mesh_.boundary_names, inside);
    std::set<std::string> left_out;
    for (std::size_t side = 0; side < mesh_.boundary.size(); ++side) {
      int& label = mesh_.boundary[side];
      if (label < 0 || mesh_.neighbor[side] < 0 || names_inside[label] == names[label] || is_periodic(label))
        continue;
      left_out.insert(label_text(mesh_.boundary_names[label]));
      label += static_cast<int>(names.size());
    }
    names.insert(names.end(), names_inside.begin(), names_inside.end());
    name_groups(mesh_.boundary, mesh_.boundary_names, names);
    if (!left_out.empty())
      notes_.push_back(
          fmt::format("boundaries: of: patterns take the faces at the mesh's outside, not those of "
                      "{} inside the mesh",
                      list_text({left_out.begin(), left_out.end()})));
  }

  bool is_periodic(int label) const {
    return std::ranges::any_of(mesh_.periodic_pairs, [&](const auto& pair) {
      return std::ranges::find(pair, mesh_.boundary_names[label]) != pair.end();
    });
  }

  static std::vector<std::string> renamed(std::vector<std::string> labels,
                                          const std::map<std::string, Taker>& taken) {
    for (std::string& label : labels) {
      std::vector<std::string> groups = groups_in(label);
      for (std::string& group : groups)
        if (const auto taker = taken.find(group); taker != taken.end()) group = name_of(taker->second);
      label = label_of(std::move(groups));
    }
    return labels;
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
    std::vector<std::string> names = entries_of(case_, section);
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
      mistakes_.add(nearest_place(case_, section), section,
                    fmt::format("the mesh has {} in {}, none of which has an entry; expected one for one of "
                                "them, such as {}: …",
                                what, listed(groups), groups.front()));
    return groups.front();
  }

  void remove_conductors() {
    std::vector<std::string> there;
    const std::vector<std::string> boundaries = all_groups(mesh_.boundary_names);
    for (const std::string& name : conductors_) {
      const bool went = names_ == MeshNames::of_case && index_of(boundaries, name) >= 0;
      if (index_of(mesh_.region_names, name) >= 0)
        there.push_back(name);
      else if (!went)
        mistakes_.add(case_.places.at("regions." + name), "regions." + name,
                      "the mesh has no region group of that name; it has: " + listed(mesh_.region_names) +
                          did_you_mean(name, mesh_.region_names));
    }
    for (const std::string& name : case_.conductors) check_faces_of_name(name);
    mistakes_.throw_if_any();
    if (there.empty()) return;
    const int n_cells = mesh_.n_elements();
    mesh_ = without_regions(mesh_, there);
    notes_.push_back(fmt::format("{} of the mesh's {} cells are in conductors, and left out: {}",
                                 n_cells - mesh_.n_elements(), n_cells, listed(there)));
  }

  /// Entries of groups that were all on conductors, or in them.
  void refuse_lost(const std::vector<std::string>& with_conductors) {
    const std::vector<std::string> rest = all_groups(mesh_.boundary_names);
    std::vector<std::string> paths;
    for (const std::string& name : conductors_)
      paths.push_back((index_of(case_.conductors, name) >= 0 ? "regions." : "boundaries.") + name);
    for (const std::string& name : entries_of(case_, "boundaries"))
      if (const std::string path = "boundaries." + name;
          case_.places.contains(path) && index_of(with_conductors, name) >= 0 && index_of(rest, name) < 0)
        mistakes_.add(
            case_.places.at(path), path,
            "all faces of this group are on conductors or in them, and cells of conductors leave the "
            "mesh: " +
                listed(paths) + "; expected no entry for it");
  }

  /// A group of faces that has a conductor's name becomes one with its surface.
  void check_faces_of_name(const std::string& name) {
    const int conductor = index_of(mesh_.region_names, name);
    if (conductor < 0) return;
    std::vector<bool> has_name;
    for (const std::string& label : mesh_.boundary_names)
      has_name.push_back(index_of(groups_in(label), name) >= 0);
    const auto is_elsewhere = [&](std::size_t side) {
      const int other = mesh_.neighbor[side];
      return mesh_.boundary[side] >= 0 && has_name[mesh_.boundary[side]] &&
             mesh_.region[side / mesh_.n_faces()] != conductor &&
             (other < 0 || mesh_.region[other] != conductor);
    };
    for (std::size_t side = 0; side < mesh_.boundary.size(); ++side)
      if (is_elsewhere(side)) {
        mistakes_.add(
            case_.places.at("regions." + name), "regions." + name,
            fmt::format("is a conductor, and the mesh's boundary group {} has faces elsewhere than on it; "
                        "expected other names, or an entry for these faces: boundaries: {{…: {{of: [{}], "
                        "type: …}}}}",
                        name, name));
        return;
      }
  }

  const Case& case_;
  Mesh& mesh_;
  const MeshNames names_;
  std::vector<std::string>& notes_;
  std::vector<std::string> conductors_;
  std::set<std::string> texts_;
  Mistakes mistakes_;
};

}  // namespace

void choose_groups(const Case& c, Mesh& mesh, MeshNames names, std::vector<std::string>& notes) {
  GroupChoice(c, mesh, names, notes).run();
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
