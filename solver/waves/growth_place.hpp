/// Where a run that goes wrong does so.
#pragma once

#include <optional>

#include "solver/waves/lsrk45.hpp"

namespace dgsolve {

/// The cell in which the state grows fastest: takes steps by the integrator's own clock until the energy is a
/// hundred times what it was; none where that does not happen soon. The state is then of no more use.
std::optional<int> fastest_growing_cell(const SpatialOperator& op, Lsrk45& integrator);

}  // namespace dgsolve
