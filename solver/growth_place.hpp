/// Where a run that goes wrong does so.
#pragma once

#include <optional>

#include "solver/lsrk45.hpp"

namespace dgsolve {

/// The cell in which the state grows fastest: takes steps of the integrator's own clock until the energy is a
/// hundred times that of `good`, the state it starts from (canonical); none where it does not get there soon.
/// The state is then of no more use.
std::optional<int> fastest_growing_cell(const SpatialOperator& op, Lsrk45& integrator,
                                        std::span<const double> good);

}  // namespace dgsolve
