/// Runs kernels that were compiled with the tests.
#pragma once

#include "kernels/cuda/stage_plan.hpp"
#include "tests/simt/simt.hpp"

namespace dgsolve::simt {

/// One launch of a configuration's kernels (simt/configurations.hpp).
template <int configuration>
void run_emulated(const cuda::StagePlan::Launch& launch, const cuda::StageArguments<void>& arguments,
                  Order order);

}  // namespace dgsolve::simt
