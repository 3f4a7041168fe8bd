/// The poles of the materials of a run, for the report.
#pragma once

#include <string>

#include "io/case/case.hpp"

namespace dgsolve {

/// A section of a page: for each region with a material the poles and their error, and ε over the frequency,
/// the poles' drawn over the data's. Empty where there is none.
std::string material_section(const Case& input);

}  // namespace dgsolve
