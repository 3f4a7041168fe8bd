/// Checks coefficients that vary from node to node, such as a flow's velocity. Where they lack the properties
/// below, the energy grows with any time step.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// For linear equations with nodal coefficients. Checks that ∇·F(constant) = 0 in every region, by the
/// derivatives of its formulas, and that no flow enters through a boundary without given data. The inflow is
/// averaged over a face and may be a hundredth of the flux: along a curved wall with straight faces, the flow
/// enters and leaves again. Throws std::invalid_argument that names the place.
void check_flow(const SpatialOperator& op, const WaveOptions& options);

}  // namespace dgsolve
