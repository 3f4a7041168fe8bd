/// Where the limiter of a flow with shocks acted: in numbers, and as a map.
#pragma once

#include <string>

#include "io/report/results/summary.hpp"

namespace dgsolve {

/// A section of the report. The map shows the plane z = 0, and of all cells behind a point the one that where
/// it is strongest.
std::string limiter_section(const Mesh& mesh, const LimiterSummary& limiter);

}  // namespace dgsolve
