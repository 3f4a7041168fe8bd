/// Lumped ports and elements of a case, as the log tells of them.
#pragma once

#include "io/case/case.hpp"

namespace dgsolve {

/// A line for each: what it is, between which conductors, how long and how wide.
void report_circuits(const Case& input);

}  // namespace dgsolve
