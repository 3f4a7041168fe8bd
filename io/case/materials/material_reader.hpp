/// The key `material` of a region.
#pragma once

#include <optional>

#include "io/case/case.hpp"
#include "io/yaml/case_section.hpp"

namespace dgsolve {

/// `material: gold`, `material: {name: gold, poles: all}` or `material: {table: nk.csv, poles: auto}`.
/// Nothing where the region has no such key, or it is wrong.
std::optional<MaterialChoice> read_material(CaseSection& region, const Case& c);

}  // namespace dgsolve
