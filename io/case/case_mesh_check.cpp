#include <algorithm>

#include "io/case/case.hpp"
#include "io/fields/field_names.hpp"
#include "io/fields/writer.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/did_you_mean.hpp"
#include "kernels/base/names.hpp"
#include "solver/discretization/boundary_groups.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/waves/derived_fields.hpp"
#include "solver/waves/physics.hpp"

namespace dgsolve {

namespace {

template <class T>
std::vector<std::string> keys_of(const std::map<std::string, T>& map) {
  std::vector<std::string> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

class MeshCheck {
 public:
  MeshCheck(const Case& c, const Mesh& mesh) : case_(c), wave_(c.wave), mesh_(mesh) {
    if (c.elliptic) {
      regions_ = keys_of(c.elliptic->regions);
      for (const auto& [name, boundary] : c.elliptic->boundaries)
        groups_[name] = {boundary.condition == EllipticCondition::periodic, boundary.with};
    } else {
      regions_ = keys_of(c.wave.regions);
      for (const auto& [name, boundary] : c.wave.boundaries)
        groups_[name] = {boundary.type == "periodic", boundary.with};
    }
  }

  void run() {
    check_regions();
    check_boundaries();
    if (case_.elliptic)
      check_elliptic(*case_.elliptic);
    else if (const EquationInfo* info = system())
      check_wave(*info);
    if (case_.output.fields) {
      check_groups("output.fields.regions", case_.output.fields->regions, "region", mesh_.region_names);
      check_groups("output.fields.boundaries", case_.output.fields->boundaries, "boundary",
                   mesh_.boundary_names);
      for (std::size_t i = 0; i < case_.output.fields->slices.size(); ++i) check_slice(i);
    }
    for (std::size_t i = 0; i < case_.output.probes.size(); ++i)
      check_coordinates("output.probes[" + std::to_string(i) + "].at", case_.output.probes[i].n_coordinates);
    mistakes_.throw_if_any();
  }

 private:
  /// The mistake stands at its key, or at the nearest one above it that is in the file.
  void complain(const std::string& path, const std::string& text) {
    std::string place = path;
    while (!case_.places.contains(place)) {
      const std::size_t dot = place.find_last_of(".[");
      place = dot == std::string::npos ? "" : place.substr(0, dot);
    }
    mistakes_.add(case_.places.at(place), path, text);
  }

  void check_wave(const EquationInfo& info) {
    for (const auto& [name, values] : wave_.regions) check_parameters(info, name, values);
    check_boundary_types(info);
    check_names("source", keys_of(wave_.source), info.fields, "field", true);
    check_names("initial", keys_of(wave_.initial), info.fields, "field", true);
    check_names("exact", keys_of(wave_.exact), info.fields, "field", true);
    check_output_fields(info.fields, output_fields(info));
  }

  void check_elliptic(const EllipticOptions& options) {
    const std::size_t square = static_cast<std::size_t>(mesh_.dim) * mesh_.dim;
    for (const auto& [name, region] : options.regions)
      if (region.kappa.size() > 1 && region.kappa.size() != square)
        complain("regions." + name + ".kappa", "got a tensor of " + std::to_string(region.kappa.size()) +
                                                   " values; the mesh has " + std::to_string(mesh_.dim) +
                                                   " dimensions: expected " + std::to_string(square));
    const std::vector<int> interior = count_faces(false);
    for (const auto& [name, boundary] : options.boundaries) {
      const int group = index_of(mesh_.boundary_names, name);
      if (group >= 0 && interior[group] > 0 && boundary.condition != EllipticCondition::periodic &&
          boundary.condition != EllipticCondition::dirichlet &&
          boundary.condition != EllipticCondition::floating && !joined_by_mesh(name))
        complain("boundaries." + name,
                 "is a group with faces inside the mesh; expected dirichlet, floating or no entry");
    }
    const FieldSet fields = potential_fields(mesh_.dim);
    check_output_fields(fields.names, fields);
  }

  std::string equation_in_dimension() const {
    return wave_.equation + " in " + std::to_string(mesh_.dim) + "D";
  }

  /// The equations that the case means on a mesh of this dimension; nullptr where it names none.
  const EquationInfo* system() {
    std::vector<std::string> formulations;
    for (const Physics& p : physics_registry()) {
      if (p.info.equation != wave_.equation || p.info.dim != mesh_.dim) continue;
      if (p.info.formulation == wave_.formulation) return &p.info;
      if (!p.info.formulation.empty()) formulations.push_back(p.info.formulation);
    }
    if (formulations.empty())
      complain("formulation", "got " + quote(wave_.formulation) + "; " + equation_in_dimension() +
                                  " has no formulations: leave it out");
    else
      complain("formulation",
               "missing; " + equation_in_dimension() + " needs one of " + listed(formulations));
    return nullptr;
  }

  void unknown_group(const std::string& path, const std::string& name, const std::string& kind,
                     const std::vector<std::string>& groups) {
    complain(path, "the mesh has no " + kind + " group of that name; it has: " + listed(groups) +
                       did_you_mean(name, groups));
  }

  void check_groups(const std::string& path, const std::vector<std::string>& names, const std::string& kind,
                    const std::vector<std::string>& groups) {
    for (const std::string& name : names)
      if (index_of(groups, name) < 0)
        complain(path, "got " + quote(name) + "; the mesh has no " + kind +
                           " group of that name; it has: " + listed(groups) + did_you_mean(name, groups));
  }

  void check_regions() {
    for (const std::string& name : regions_)
      if (index_of(mesh_.region_names, name) < 0)
        unknown_group("regions." + name, name, "region", mesh_.region_names);
    for (const std::string& name : mesh_.region_names)
      if (index_of(regions_, name) < 0)
        complain("regions", "the mesh's region " + name +
                                " has no entry; expected one for each of: " + listed(mesh_.region_names));
  }

  void check_boundaries() {
    for (const auto& [name, boundary] : groups_) {
      const std::string path = "boundaries." + name;
      if (index_of(mesh_.boundary_names, name) < 0)  // maybe only named as the other side of a periodic pair
        unknown_group(case_.places.contains(path) ? path : "boundaries." + boundary.with + ".with", name,
                      "boundary", mesh_.boundary_names);
      if (boundary.periodic) check_joined_by_mesh(path, name, boundary.with);
    }
    for (const auto& [a, b] : mesh_.periodic_pairs) {
      check_declared_periodic(a, b);
      if (a != b) check_declared_periodic(b, a);
    }
    const std::vector<int> exterior = count_faces(true);
    for (std::size_t b = 0; b < mesh_.boundary_names.size(); ++b)
      if (exterior[b] > 0 && !groups_.contains(mesh_.boundary_names[b]))
        complain("boundaries", "the mesh's boundary group " + mesh_.boundary_names[b] + ", of " +
                                   std::to_string(exterior[b]) +
                                   " exterior faces, has no entry; expected "
                                   "one for each of: " +
                                   listed(mesh_.boundary_names));
  }

  void check_joined_by_mesh(const std::string& path, const std::string& name, const std::string& partner) {
    for (const auto& [a, b] : mesh_.periodic_pairs)
      if ((a == name && b != partner) || (b == name && a != partner))
        complain(path, "got " + quote(partner) + " as the other side; the mesh file joins " + a + " to " + b);
  }

  /// A group that the mesh file joins to another one is no wall, whatever the case says or leaves out.
  void check_declared_periodic(const std::string& name, const std::string& partner) {
    const auto group = groups_.find(name);
    if (group != groups_.end() && group->second.periodic) return;
    complain("boundaries." + name,
             "the mesh file joins it periodically to " +
                 (name == partner ? "itself; expected its two sides in two groups"
                                  : partner + "; expected {type: periodic, with: " + partner + '}') +
                 ", or a mesh that does not");
  }

  bool joined_by_mesh(const std::string& name) const {
    return std::any_of(mesh_.periodic_pairs.begin(), mesh_.periodic_pairs.end(),
                       [&](const auto& pair) { return pair[0] == name || pair[1] == name; });
  }

  /// Faces of each boundary group that have no cell on their other side, or that have one.
  std::vector<int> count_faces(bool exterior) const {
    std::vector<int> count(mesh_.boundary_names.size(), 0);
    for (std::size_t f = 0; f < mesh_.boundary.size(); ++f)
      if (mesh_.boundary[f] >= 0 && (mesh_.neighbor[f] < 0) == exterior) ++count[mesh_.boundary[f]];
    return count;
  }

  void check_parameters(const EquationInfo& info, const std::string& region,
                        const std::map<std::string, Expression>& values) {
    std::vector<std::string> names;
    for (const ParameterInfo& parameter : info.parameters) {
      names.push_back(parameter.name);
      if (parameter.required && !values.contains(parameter.name))
        complain("regions." + region + '.' + parameter.name,
                 "missing; " + equation_in_dimension() + " needs it in every region");
    }
    check_names("regions." + region, keys_of(values), names, "parameter", true);
  }

  /// A condition inside the mesh acts on both sides of its faces; only walls make sense there.
  void check_boundary_types(const EquationInfo& info) {
    std::vector<std::string> sheets;
    for (const BoundaryTypeInfo& type : info.boundary_types)
      if (type.sheet) sheets.push_back(type.name);
    const std::string valid = sheets.empty() ? "no entry" : listed(sheets) + " or no entry";
    const std::vector<int> interior = count_faces(false);
    for (const auto& [name, boundary] : wave_.boundaries) {
      const int group = index_of(mesh_.boundary_names, name);
      if (group >= 0 && interior[group] > 0 && boundary.type != "periodic" &&
          index_of(sheets, boundary.type) < 0 && !joined_by_mesh(name))
        complain("boundaries." + name, "got " + quote(boundary.type) +
                                           " for a group with faces inside the mesh; expected " + valid);
      check_names("boundaries." + name + ".data", keys_of(boundary.data), info.fields, "field", true);
    }
  }

  /// fields: of the state; shown: those and the derived ones.
  void check_output_fields(const std::vector<std::string>& fields, const FieldSet& shown) {
    if (case_.output.fields)
      check_names("output.fields.names", case_.output.fields->names, selectable_names(shown), "field", false);
    for (std::size_t i = 0; i < case_.output.probes.size(); ++i)
      check_names("output.probes[" + std::to_string(i) + "].fields", case_.output.probes[i].fields, fields,
                  "field", false);
  }

  /// `are_keys`: the names are keys of the mapping at `path`, not items of the list there.
  void check_names(const std::string& path, const std::vector<std::string>& names,
                   const std::vector<std::string>& valid, const std::string& kind, bool are_keys) {
    const std::string formulation = wave_.formulation.empty() ? "" : " (" + wave_.formulation + ")";
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

  void check_slice(std::size_t i) {
    const std::string path = "output.fields.slices[" + std::to_string(i) + "]";
    const SliceOutput& slice = case_.output.fields->slices[i];
    check_coordinates(path + ".through", slice.n_through);
    check_coordinates(path + ".normal", slice.n_normal);
    if (slice.n_through != mesh_.dim || slice.n_normal != mesh_.dim) return;
    if (!meets(mesh_, select_elements(case_.output.fields->regions, mesh_), slice.plane))
      complain(path, "the plane through " + format_point(mesh_.dim, slice.plane.through.data()) +
                         " meets none of the cells that are written; the mesh lies between " + extent());
  }

  std::string extent() const {
    std::array<double, 3> lower = mesh_.nodes.front(), upper = lower;
    for (const auto& node : mesh_.nodes)
      for (int d = 0; d < 3; ++d) {
        lower[d] = std::min(lower[d], node[d]);
        upper[d] = std::max(upper[d], node[d]);
      }
    return format_point(mesh_.dim, lower.data()) + " and " + format_point(mesh_.dim, upper.data());
  }

  void check_coordinates(const std::string& path, int n) {
    if (n != mesh_.dim)
      complain(path, "got " + std::to_string(n) + " coordinates; the mesh has " + std::to_string(mesh_.dim));
  }

  const Case& case_;
  const WaveOptions& wave_;
  const Mesh& mesh_;
  std::vector<std::string> regions_;             ///< that the case names, and
  std::map<std::string, BoundaryGroup> groups_;  ///< its boundary groups
  Mistakes mistakes_;
};

}  // namespace

void check_case_against_mesh(const Case& c, const Mesh& mesh) { MeshCheck(c, mesh).run(); }

}  // namespace dgsolve
