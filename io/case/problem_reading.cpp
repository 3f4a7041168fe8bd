#include "io/case/problem_reading.hpp"

#include <algorithm>
#include <cctype>

#include "kernels/base/names.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"

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
      if (info.field_units[i] != "1") field_units[info.fields[i]] = info.field_units[i];
      if (!info.source_units.empty()) source_units[info.fields[i]] = info.source_units[i];
    }
    has_plane_waves = has_plane_waves || info.plane_wave;
    has_absorbing_layers = has_absorbing_layers || dgsolve::has_absorbing_layers(info.type);
    currents.insert(info.currents.begin(), info.currents.end());
    append_new(parameters, info.parameters);
    if (std::ranges::find(fluxes, info.riemann, &FluxCandidate::riemann) == fluxes.end())
      fluxes.push_back({info.riemann, info.flux_parameters});
    for (const BoundaryTypeInfo& type : info.boundary_types)
      if (std::ranges::find(boundary_types, type.name, &BoundaryTypeInfo::name) == boundary_types.end())
        boundary_types.push_back(type);
  }
  outputs = fields;
  for (const EquationInfo& info : systems)
    for (const DerivedField& field : info.derived) append_new(outputs, field.name);
  for (const EquationInfo& info : systems)
    for (const VectorField& vector : info.vectors) append_new(outputs, vector.name);
}

void read_file_name(CaseSection& section, std::string& name) {
  section.text("name", name);
  if (!std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }))
    section.complain("name", "got " + quote(name) + "; expected letters, digits, _ and -");
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
