/// --check: what a case would be like to run, and what it would suffer from, without running it.
#pragma once

#include "app/console/resources.hpp"
#include "io/case/case.hpp"
#include "solver/elliptic/operator.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {

/// Of a problem in time. mesh: as it was read. n_steps: of the whole run. setup: began with the program.
void check_wave(const Case& input, SpatialOperator& op, const Mesh& mesh, const TimeStep& step, long n_steps,
                const Stopwatch& setup);

/// Of an elliptic problem.
void check_elliptic(const Case& input, const EllipticOperator& op, const Device& device,
                    const Stopwatch& setup);

}  // namespace dgsolve
