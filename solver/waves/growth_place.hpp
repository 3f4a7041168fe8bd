/// Where an unstable run grows.
#pragma once

#include <optional>

#include "solver/waves/integrator.hpp"

namespace dgsolve {

/// The cell in which the state grows fastest: takes steps from the integrator's clock until the energy has
/// grown a hundredfold. Empty where that takes too many steps. The state cannot be used afterwards.
std::optional<int> fastest_growing_cell(const SpatialOperator& op, Integrator& integrator);

}  // namespace dgsolve
