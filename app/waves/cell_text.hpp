/// What limits the time step, in messages.
#pragma once

#include <string>

#include "app/problem/places.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {

/// "cell 92 in vacuum at (0.25, 0.74, 0), smallest altitude 0.133, wave speed 1": where the cell of a time
/// step is, and what limits the step there.
std::string cell_text(const SpatialOperator& op, const TimeStep& step);

}  // namespace dgsolve
