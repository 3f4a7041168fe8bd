#include "io/case/problem_kinds.hpp"

#include <stdexcept>

#include "io/case/elliptic_case.hpp"
#include "io/case/wave_case.hpp"
#include "solver/waves/derived_fields.hpp"

namespace dgsolve {

std::span<const ProblemKind> problem_kinds() {
  static constexpr ProblemKind rows[] = {
      {.name = "waves",
       .systems = wave_systems,
       .in_time = true,
       .in_single = true,
       .read = read_wave,
       .read_output = read_wave_output,
       .has_exact = wave_has_exact,
       .regions = wave_regions,
       .boundaries = wave_boundaries,
       .check = check_wave_names},
      {.name = "elliptic",
       .systems = elliptic_systems,
       .in_time = false,
       .in_single = false,
       .read = read_elliptic,
       .read_output = read_elliptic_output,
       .has_exact = elliptic_has_exact,
       .regions = elliptic_regions,
       .boundaries = elliptic_boundaries,
       .check = check_elliptic_names},
  };
  return rows;
}

const ProblemKind* find_kind(const std::string& physics) {
  for (const ProblemKind& kind : problem_kinds())
    for (const EquationInfo& system : kind.systems())
      if (system.equation == physics) return &kind;
  return nullptr;
}

const ProblemKind& kind_of(const Case& c) {
  const ProblemKind* kind = find_kind(c.physics);
  if (!kind) throw std::invalid_argument("there is no physics \"" + c.physics + '"');
  return *kind;
}

std::vector<EquationInfo> all_systems() {
  std::vector<EquationInfo> all;
  for (const ProblemKind& kind : problem_kinds())
    for (EquationInfo& system : kind.systems()) all.push_back(std::move(system));
  return all;
}

EquationInfo system_of(const Case& c, int dim) {
  for (EquationInfo& system : kind_of(c).systems())
    if (system.equation == c.physics && system.dim == dim && system.formulation == c.formulation)
      return std::move(system);
  throw std::invalid_argument(c.physics + " in " + std::to_string(dim) + "D has no formulation \"" +
                              c.formulation + '"');
}

FieldSet fields_of(const Case& c, int dim) {
  FieldSet fields = state_fields(system_of(c, dim));
  if (!c.si) fields.units.assign(fields.names.size(), "1");
  return fields;
}

}  // namespace dgsolve
