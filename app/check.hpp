/// What --check tells of a case beyond whether it is right: what a run would cost, and how good it could be.
#pragma once

#include "app/resources.hpp"
#include "io/case.hpp"
#include "solver/time_step.hpp"

namespace dgsolve {

/// Shapes of cells; says so where they are poor.
void check_cells(const Mesh& mesh);

/// Resolution, cells that hold the time step down, memory, outputs, wall-clock time. setup: since the program
/// began. Throws what `calibrate` throws.
void check_wave(const Case& input, SpatialOperator& op, const Mesh& mesh, const TimeStep& step, long n_steps,
                const Stopwatch& setup);

}  // namespace dgsolve
