#include "io/case/problem_reading.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "io/case/name_patterns.hpp"
#include "kernels/base/names.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

void append_new(std::vector<std::string>& names, const std::string& name) {
  if (index_of(names, name) < 0) names.push_back(name);
}
void append_new(std::vector<ParameterInfo>& parameters, const std::vector<ParameterInfo>& others) {
  for (const ParameterInfo& other : others)
    if (std::ranges::find(parameters, other.name, &ParameterInfo::name) == parameters.end())
      parameters.push_back(other);
}

}  // namespace

Candidates::Candidates(const std::vector<EquationInfo>& systems) {
  for (const EquationInfo& info : systems) {
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
      append_new(fields, info.fields[i]);
      append_new(sources, {{info.fields[i], ParameterRange::any, false, 0,
                            info.sources.units.empty() ? "" : info.sources.units[i]}});
    }
    append_new(variables, state_variables(info));
    medium = info.medium;
    is_linear = info.linear;
    has_limiter = info.admitted.has_limiter;
    if (info.primitive) add_primitive(info);
    has_plane_waves = has_plane_waves || info.electromagnetic;
    has_absorbing_layers = has_absorbing_layers || dgsolve::has_absorbing_layers(info.type);
    currents.insert(info.sources.currents.begin(), info.sources.currents.end());
    append_new(parameters, info.parameters);
    if (std::ranges::find(fluxes, info.riemann, &FluxCandidate::riemann) == fluxes.end())
      fluxes.push_back({info.riemann, info.flux_parameters});
    add_boundary_types(info);
  }
  outputs = fields;
  for (const EquationInfo& info : systems)
    for (const DerivedField& field : info.derived) append_new(outputs, field.name);
  for (const EquationInfo& info : systems)
    for (const VectorField& vector : info.vectors) append_new(outputs, vector.name);
}

void Candidates::add_boundary_types(const EquationInfo& info) {
  std::map<std::string, int> seen;
  for (const BoundaryTypeInfo& type : info.boundary_types) {
    int row = seen[type.name]++;
    const auto known = std::ranges::find_if(
        boundary_types, [&](const BoundaryTypeInfo& other) { return other.name == type.name && row-- == 0; });
    if (known == boundary_types.end())
      boundary_types.push_back(type);
    else
      append_new(known->parameters, type.parameters);
    if (info.primitive) add_vectors(type.parameters);
  }
}

void Candidates::add_vectors(const std::vector<ParameterInfo>& components) {
  for (const ParameterInfo& component : components)
    if (const std::size_t end = component.name.find_last_of('_');
        end != std::string::npos && component.name.size() == end + 2 && component.name[end + 1] >= 'x')
      append_new(vectors[component.name.substr(0, end)], component.name);
}

void Candidates::add_primitive(const EquationInfo& info) {
  is_primitive = true;
  for (const PrimitiveVariables::Substitute& substitute : info.primitive->substitutes)
    if (std::ranges::none_of(substitutes,
                             [&](const auto& known) { return known.given.name == substitute.given.name; }))
      substitutes.push_back(substitute);
  const std::vector<std::string> names = output_fields(info).names;
  for (const VectorField& vector : info.vectors)
    for (const int component : vector.fields)
      if (component >= 0) append_new(vectors[vector.name], names[component]);
}

void read_file_name(CaseSection& section, std::string& name) {
  section.text("name", name);
  if (!std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }))
    section.complain("name", "got " + quote(name) + "; expected letters, digits, _ and -");
}

namespace {

bool is_pattern(const std::string& key) {
  return key == pattern_of_others || key.find_first_of("*?") != std::string::npos;
}

}  // namespace

std::vector<std::string> entry_names(CaseSection& section) {
  std::vector<std::string> names = section.keys(), there;
  std::ranges::copy_if(names, std::back_inserter(there), [&](const auto& name) { return section.has(name); });
  for (const std::string& name : names)
    if (!section.has(name))
      section.complain(
          name,
          "got no value, and the case has no such entry that could be taken out; it has: " + listed(there));
  return there;
}

void read_members(CaseSection& entry, const std::string& path, Case& c) {
  if (!entry.has("of")) return;
  std::vector<std::string>& members = c.members[path];
  entry.names("of", members);
  if (is_pattern(path.substr(path.find('.') + 1)))
    entry.complain("of", "has a pattern as its key; expected a name, which the groups together get");
  if (members.empty()) entry.complain("of", "names no group; expected a list such as [surface_3, surface_4]");
}

bool is_conductor(CaseSection& regions, const std::string& name, const CaseSection& region, Case& c) {
  if (index_of(region.keys(), "type") < 0) return false;
  if (is_pattern(name))
    regions.complain(name,
                     "is a pattern with a boundary's type; expected the name of one region; one conductor "
                     "of several regions: {of: [volume_1, volume_2], type: …}");
  if (c.places.contains("boundaries." + name))
    regions.complain(name, "has a boundary's type, and boundaries." + name +
                               " is there too; expected one of them: the region's faces are the boundary " +
                               name);
  c.places["boundaries." + name] = c.places.at("regions." + name);
  c.conductors.push_back(name);
  return true;
}

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
