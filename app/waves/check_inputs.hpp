/// Whether a case's formulas put anything in, and whether its times fit together.
#pragma once

#include "io/case/case.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {

/// Warns of formulas that are 0 wherever the mesh has nodes, of boundary data that cannot enter the mesh, and
/// of a case that puts nothing in. continues: from fields that an earlier run left.
void check_data(const Case& input, const SpatialOperator& op, bool continues);

/// Warns that a case puts nothing in.
void warn_of_nothing();

/// Warns of a final time, an output interval or a checkpoint interval out of proportion to the step or the
/// mesh.
void check_times(const Case& input, const SpatialOperator& op, const TimeStep& step, long n_steps);

}  // namespace dgsolve
