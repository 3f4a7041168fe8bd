/// Equations whose coefficients vary from node to node, as a flow does, rely on properties of them that no
/// single value shows: without these the energy grows though every step is small enough.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// For linear equations with nodal coefficients: ∇·F(constant) = 0 in every region, by the derivatives of its
/// formulas, and nothing comes in through a boundary that is given no state, on average over a face and
/// beyond a hundredth of the flux. (A wall that a flow passes along has straight sides where it is curved: on
/// those it comes in and goes out again.) Throws std::invalid_argument that names the place.
void check_flow(const SpatialOperator& op, const WaveOptions& options);

}  // namespace dgsolve
