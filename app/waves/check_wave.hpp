/// --check of waves in time: what a run would cost.
#pragma once

#include "io/case/case.hpp"
#include "kernels/base/part_clock.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// mesh: as it was read. n_steps: of the whole run. clock: began with the program.
void check_wave_set_up(const Case& input, SpatialOperator& op, const Mesh& mesh, long n_steps,
                       const PartClock& clock);

}  // namespace dgsolve
