/// S-parameters for the report.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "io/report/results/summary.hpp"

namespace dgsolve {

/// A section of a page: magnitudes, phases, Smith chart, group delays, and a table of the ports' modes.
std::string s_parameter_section(const Case& input, const SParameterSummary& summary);

}  // namespace dgsolve
