/// What is likely wrong with a wave case, though every key of it is right: the run and --check both look for
/// it.
#pragma once

#include "io/case/case.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {

/// Warns of it; says as details where things are and what resolves them. n_steps: of the whole run;
/// continues: from fields that an earlier run left.
void find_mistakes(const Case& input, const SpatialOperator& op, const TimeStep& step, long n_steps,
                   bool continues);

}  // namespace dgsolve
