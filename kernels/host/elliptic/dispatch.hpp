/// Finds the kernels of the interior penalty operator.
#pragma once

#include "kernels/host/elliptic/interior_penalty_tables.hpp"
#include "kernels/host/simd/instruction_set.hpp"

namespace dgsolve::host {

/// dim: 2 or 3.
template <class T>
const PenaltyKernels<T>& penalty_kernels_for(InstructionSet set, int dim);

}  // namespace dgsolve::host
