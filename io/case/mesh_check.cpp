#include "io/case/mesh_check.hpp"

#include <algorithm>

#include "io/case/name_patterns.hpp"
#include "io/fields/field_names.hpp"
#include "io/fields/selection.hpp"
#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {
namespace {

/// Where a group of the mesh's file may be that the mesh has no more; empty: nowhere.
std::string where_it_went(const Case& c, const std::string& kind, const std::string& name) {
  const std::string section = kind == "region" ? "regions" : "boundaries";
  for (const auto& [path, members] : c.members)
    for (const std::string& member : members)
      if (member == name || (path.starts_with(section) && fits(section, member, name)))
        return "; " + path + ".of takes " + (member == name ? "it" : "such names");
  if (c.conductors.empty()) return "";
  return "; conductors leave the mesh, and faces on them have their names: " + listed(c.conductors);
}

}  // namespace

MeshCheck::MeshCheck(const Case& c, const Mesh& mesh)
    : case_(c), mesh_(mesh), exterior_(mesh.boundary_names.size()), interior_(mesh.boundary_names.size()) {
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f)
    if (mesh.boundary[f] >= 0) ++(mesh.neighbor[f] < 0 ? exterior_ : interior_)[mesh.boundary[f]];
}

void MeshCheck::complain(const std::string& path, const std::string& text) {
  mistakes_.add(nearest_place(case_, path), path, text);
}

std::string MeshCheck::equation_in_dimension() const {
  return case_.physics + " in " + std::to_string(mesh_.dim) + "D";
}

void MeshCheck::check_field_output(const FieldOutput& output) {
  check_groups("output.fields.regions", output.regions, "region", mesh_.region_names);
  check_groups("output.fields.boundaries", output.boundaries, "boundary", mesh_.boundary_names);
  for (std::size_t i = 0; i < output.slices.size(); ++i) check_slice(output, i);
}

void MeshCheck::unknown_group(const std::string& path, const std::string& name, const std::string& kind,
                              const std::vector<std::string>& groups) {
  complain(path, "the mesh has no " + kind + " group of that name; it has: " + listed(groups) +
                     where_it_went(case_, kind, name) + did_you_mean(name, groups));
}

void MeshCheck::check_groups(const std::string& path, const std::vector<std::string>& names,
                             const std::string& kind, const std::vector<std::string>& groups) {
  for (const std::string& name : names)
    if (index_of(groups, name) < 0)
      complain(path, "got " + quote(name) + "; the mesh has no " + kind + " group of that name; it has: " +
                         listed(groups) + where_it_went(case_, kind, name) + did_you_mean(name, groups));
}

void MeshCheck::check_regions(const std::vector<std::string>& regions, bool all_needed) {
  for (const std::string& name : regions)
    if (index_of(mesh_.region_names, name) < 0)
      unknown_group("regions." + name, name, "region", mesh_.region_names);
  for (const std::string& name : mesh_.region_names)
    if (all_needed && index_of(regions, name) < 0)
      complain("regions", "the mesh's region " + name + " has no entry; expected a line such as " +
                              yaml_key(name) + ": {…}, or one for all such: default: {…}");
}

void MeshCheck::check_boundaries(const std::map<std::string, BoundaryGroup>& groups) {
  for (const auto& [name, boundary] : groups) {
    const std::string path = "boundaries." + name;
    if (index_of(mesh_.boundary_names, name) < 0)  // maybe only named as the other side of a periodic pair
      unknown_group(case_.places.contains(path) ? path : "boundaries." + boundary.with + ".with", name,
                    "boundary", mesh_.boundary_names);
    if (boundary.periodic) check_joined_by_mesh(path, name, boundary.with);
  }
  for (const auto& [a, b] : mesh_.periodic_pairs) {
    check_declared_periodic(groups, a, b);
    if (a != b) check_declared_periodic(groups, b, a);
  }
  for (std::size_t b = 0; b < mesh_.boundary_names.size(); ++b)
    if (exterior_[b] > 0 && !groups.contains(mesh_.boundary_names[b]))
      complain("boundaries", "the mesh's boundary group " + mesh_.boundary_names[b] + ", of " +
                                 std::to_string(exterior_[b]) +
                                 " exterior faces, has no entry; expected a line such as " +
                                 yaml_key(mesh_.boundary_names[b]) +
                                 ": {type: …}, or one for all such: default: {type: …}");
}

void MeshCheck::check_joined_by_mesh(const std::string& path, const std::string& name,
                                     const std::string& partner) {
  for (const auto& [a, b] : mesh_.periodic_pairs)
    if ((a == name && b != partner) || (b == name && a != partner))
      complain(path, "got " + quote(partner) + " as the other side; the mesh file joins " + a + " to " + b);
}

void MeshCheck::check_declared_periodic(const std::map<std::string, BoundaryGroup>& groups,
                                        const std::string& name, const std::string& partner) {
  const auto group = groups.find(name);
  if (group != groups.end() && group->second.periodic) return;
  complain("boundaries." + name,
           "the mesh file joins it periodically to " +
               (name == partner ? "itself; expected its two sides in two groups"
                                : partner + "; expected {type: periodic, with: " + partner + '}') +
               ", or a mesh that does not");
}

std::vector<std::string> MeshCheck::regions_at(const std::string& name) const {
  const int group = index_of(mesh_.boundary_names, name);
  std::vector<bool> is_there(mesh_.region_names.size(), false);
  for (std::size_t side = 0; side < mesh_.boundary.size(); ++side)
    if (group >= 0 && mesh_.boundary[side] == group && (mesh_.neighbor[side] < 0 || exterior_[group] == 0))
      is_there[mesh_.region[side / mesh_.n_faces()]] = true;
  std::vector<std::string> regions;
  for (std::size_t r = 0; r < is_there.size(); ++r)
    if (is_there[r]) regions.push_back(mesh_.region_names[r]);
  return regions;
}

std::array<int, 2> MeshCheck::count_faces(const std::string& name) const {
  const int group = index_of(mesh_.boundary_names, name);
  if (group < 0) return {0, 0};
  const bool joined = std::ranges::any_of(
      mesh_.periodic_pairs, [&](const auto& pair) { return pair[0] == name || pair[1] == name; });
  return {exterior_[group], joined ? 0 : interior_[group] / 2};  // both sides of a face are counted
}

bool MeshCheck::lies_inside(const std::string& name) const {
  const auto [outside, inside] = count_faces(name);
  return outside == 0 && inside > 0;
}

void MeshCheck::check_interface(const std::string& name, const std::string& region) {
  check_groups("boundaries." + name + ".into", {region}, "region", mesh_.region_names);
  if (index_of(mesh_.boundary_names, name) >= 0 && index_of(mesh_.region_names, region) >= 0 &&
      !separates(mesh_, name, region))
    complain("boundaries." + name + ".into",
             "got " + quote(region) + "; expected a region that each face of " + name +
                 " separates from another one: a wave enters a region through faces inside the mesh");
}

void MeshCheck::check_closed(const std::vector<std::string>& groups, const std::string& region) {
  std::vector<Side> sides;
  for (const std::string& name : groups) {
    const int group = index_of(mesh_.boundary_names, name);
    if (group < 0 || index_of(mesh_.region_names, region) < 0 || !separates(mesh_, name, region)) return;
    for (int e = 0; e < mesh_.n_elements(); ++e)
      for (int f = 0; f < mesh_.n_faces(); ++f)
        if (mesh_.boundary[side_index(mesh_, {e, f})] == group &&
            mesh_.region_names[mesh_.region[e]] == region)
          sides.push_back({e, f});
  }
  if (!is_closed(mesh_, sides))
    complain("boundaries." + groups.front(),
             "the faces of " + listed(groups) + " do not enclose " + region +
                 ": a way leads around them; expected the whole surface through which the wave enters");
}

void MeshCheck::check_outputs() {
  if (case_.output.fields) check_field_output(*case_.output.fields);
  for (const ProbeOutput& probe : case_.output.probes)
    check_coordinates(probe.path(probe.is_line ? "from" : "at"), probe.n_coordinates);
}

void MeshCheck::check_fields(const EquationInfo& system) {
  if (case_.output.fields)
    check_names("output.fields.names", case_.output.fields->names, selectable_names(output_fields(system)),
                "field", false);
  for (const ProbeOutput& probe : case_.output.probes)
    check_names(probe.path("fields"), probe.fields, selectable_names(output_fields(system)), "field", false);
}

void MeshCheck::check_names(const std::string& path, const std::vector<std::string>& names,
                            const std::vector<std::string>& valid, const std::string& kind, bool are_keys) {
  const std::string formulation = case_.formulation.empty() ? "" : " (" + case_.formulation + ")";
  const std::string missing =
      equation_in_dimension() + formulation + " has no " + kind + " of that name; it has: " + listed(valid);
  for (const std::string& name : names) {
    if (index_of(valid, name) >= 0) continue;
    const std::string suggestion = did_you_mean(name, valid);
    if (are_keys)
      complain(path + '.' + name, missing + suggestion);
    else
      complain(path, "got " + quote(name) + "; " + missing + suggestion);
  }
}

void MeshCheck::check_slice(const FieldOutput& output, std::size_t number) {
  const std::string path = "output.fields.slices[" + std::to_string(number) + "]";
  const SliceOutput& slice = output.slices[number];
  check_coordinates(path + ".through", slice.n_through);
  check_coordinates(path + ".normal", slice.n_normal);
  if (slice.n_through != mesh_.dim || slice.n_normal != mesh_.dim) return;
  if (!meets(mesh_, select_elements(output.regions, mesh_), slice.plane))
    complain(path, "the plane through " + format_point(mesh_.dim, slice.plane.through.data()) +
                       " meets none of the cells that are written; the mesh lies between " + extent());
}

std::string MeshCheck::extent() const {
  const auto [lower, upper] = bounding_box(mesh_.nodes);
  return format_point(mesh_.dim, lower.data()) + " and " + format_point(mesh_.dim, upper.data());
}

void MeshCheck::check_coordinates(const std::string& path, int n) {
  if (n != mesh_.dim)
    complain(path, "got " + std::to_string(n) + " coordinates; the mesh has " + std::to_string(mesh_.dim));
}

}  // namespace dgsolve
