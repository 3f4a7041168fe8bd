#include "io/case/problem_kinds.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "solver/waves/derived_fields.hpp"
#include "solver/waves/layers/absorbing_layers.hpp"

namespace dgsolve {

namespace {

constexpr const ProblemKind* kinds[] = {&wave_kind, &elliptic_kind};

void append_new(std::vector<std::string>& names, const std::string& name) {
  if (index_of(names, name) < 0) names.push_back(name);
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
    for (const ParameterInfo& parameter : info.parameters)
      if (std::none_of(parameters.begin(), parameters.end(),
                       [&](const ParameterInfo& other) { return other.name == parameter.name; }))
        parameters.push_back(parameter);
    for (const BoundaryTypeInfo& type : info.boundary_types) {
      append_new(boundary_types, type.name);
      if (type.needs_data) append_new(types_with_data, type.name);
    }
  }
  outputs = fields;
  for (const EquationInfo& info : systems)
    for (const DerivedField& field : info.derived) append_new(outputs, field.name);
  for (const EquationInfo& info : systems)
    for (const VectorField& vector : info.vectors) append_new(outputs, vector.name);
}

const ProblemKind* find_kind(const std::string& physics) {
  for (const ProblemKind* kind : kinds)
    for (const EquationInfo& system : kind->systems())
      if (system.equation == physics) return kind;
  return nullptr;
}

const ProblemKind& kind_of(const Case& c) {
  const ProblemKind* kind = find_kind(c.physics);
  if (!kind) throw std::invalid_argument("there is no physics \"" + c.physics + '"');
  return *kind;
}

std::vector<EquationInfo> all_systems() {
  std::vector<EquationInfo> all;
  for (const ProblemKind* kind : kinds)
    for (EquationInfo& system : kind->systems()) all.push_back(std::move(system));
  return all;
}

EquationInfo system_of(const Case& c, int dim) {
  for (EquationInfo& system : kind_of(c).systems())
    if (system.equation == c.physics && system.dim == dim && system.formulation == c.formulation)
      return std::move(system);
  throw std::invalid_argument(c.physics + " in " + std::to_string(dim) + "D has no formulation \"" +
                              c.formulation + '"');
}

bool has_field_units(const Case& c) {
  const auto* elliptic = std::get_if<EllipticCase>(&c.problem);
  return c.si && (elliptic == nullptr || elliptic->kappa_kind || elliptic->in_volts);
}

FieldSet fields_of(const Case& c, int dim) {
  FieldSet fields = state_fields(system_of(c, dim));
  if (!has_field_units(c)) fields.units.assign(fields.names.size(), "1");
  return fields;
}

ProbedFields probed_fields(const Case& c, int dim) {
  const EquationInfo system = system_of(c, dim);
  ProbedFields probed{output_fields(system), static_cast<int>(system.fields.size()), c.si};
  if (!has_field_units(c)) probed.fields.units.assign(probed.fields.names.size(), "1");
  return probed;
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
