/// Periodic boundaries as a case names them.
#pragma once

#include <map>
#include <string>

#include "io/yaml/case_section.hpp"
#include "solver/discretization/boundary_groups.hpp"

namespace dgsolve {

/// Both sides of a periodic pair may name each other, or one the other: the partners that a case names on one
/// side only, as group → its partner. Contradictions are mistakes of `section`, the case's boundaries.
std::map<std::string, std::string> pair_periodic_groups(const std::map<std::string, BoundaryGroup>& groups,
                                                        CaseSection& section);

}  // namespace dgsolve
