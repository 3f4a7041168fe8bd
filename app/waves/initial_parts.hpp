/// Initial fields that formulas give. Where several processes share waves, each evaluates the formulas in its
/// own cells: the fields take 1 to 8 kB a cell, the cells 64 bytes.
#pragma once

#include "io/case/case.hpp"
#include "kernels/ranks/channel.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Sets a state to the projection of the case's formulas. Throws std::invalid_argument that names the key,
/// the field and a cell where a formula is not finite.
void project_initial(const Case& input, const SpatialOperator& op, WaveState& state);

/// In a process that rank 0 leads, once rank 0 calls project_initial: sets the process's part. What is wrong
/// with a formula goes to rank 0, which throws it. Throws RankLost.
void project_part(const Case& input, WaveState& part, Channel& rank_0);

}  // namespace dgsolve
