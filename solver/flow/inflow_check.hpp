/// Checks that boundaries which let one wave out meet flow that has it.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Throws std::invalid_argument that names a boundary of type `inflow` at which the initial state enters
/// faster than sound, and the place: such a stream does not know the pressure inside, which the type takes.
void check_inflow(const SpatialOperator& op, const WaveOptions& options);

}  // namespace dgsolve
