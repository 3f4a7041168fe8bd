#include "io/case/problem_kinds.hpp"

#include <algorithm>
#include <stdexcept>

#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {

namespace {

constexpr const ProblemKind* kinds[] = {&wave_kind, &elliptic_kind};

}  // namespace

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

bool has_medium(const Case& c) {
  return std::ranges::any_of(kind_of(c).systems(), [&](const EquationInfo& system) {
    return system.equation == c.physics && !system.medium.key.empty();
  });
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

}  // namespace dgsolve
