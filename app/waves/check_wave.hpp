/// --check of waves in time: what a run would be like, and what it would suffer from.
#pragma once

#include "app/console/resources.hpp"
#include "io/case/case.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {

/// mesh: as it was read. n_steps: of the whole run. setup: began with the program.
void check_wave_set_up(const Case& input, SpatialOperator& op, const Mesh& mesh, const TimeStep& step,
                       long n_steps, const Stopwatch& setup);

}  // namespace dgsolve
