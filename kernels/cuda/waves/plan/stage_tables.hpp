/// Packs a wave problem's operators, geometry and connections as StageArguments describes them.
#pragma once

#include <vector>

#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/cuda/waves/plan/stage_shape.hpp"

namespace dgsolve::cuda {

/// T: the number type of the kernels.
template <class T>
std::vector<StagePlan::Table> pack_tables(const WaveProblem& problem, const Numbering& numbering,
                                          const StageShape& shape);

}  // namespace dgsolve::cuda
