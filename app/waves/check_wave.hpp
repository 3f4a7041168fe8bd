/// --check of waves in time: what a run would cost.
#pragma once

#include "app/problem/problem.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// n_steps: of the whole run.
void check_wave_set_up(const RunStart& start, SpatialOperator& op, long n_steps);

}  // namespace dgsolve
