/// Errors of a state, and the energy that it should have.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Error of each output field of `exact` at time t.
std::map<std::string, FieldError> errors(const SpatialOperator& op,
                                         const std::map<std::string, Expression>& exact, double t,
                                         const WaveState& state);

/// The energy of the exact fields at time t, J (J/m in 2D), in the materials as their formulas give them, not
/// in the cells' means. Empty where a field has no formula, or where coefficients vary inside cells.
std::optional<double> exact_energy(const SpatialOperator& op, const WaveOptions& options, double t);

}  // namespace dgsolve
