/// The poles of the materials of a run, for the report.
#pragma once

#include <string>

#include "io/case/case.hpp"

namespace dgsolve {

/// A section of a page. Each region with a material has its poles, their error, and a chart of ε over the
/// frequency: the poles' curve over the data's points. The section is empty where no region has a material.
std::string material_section(const Case& input);

}  // namespace dgsolve
