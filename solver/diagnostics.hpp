/// What a run reports of its state.
#pragma once

#include <map>
#include <span>
#include <string>

#include "solver/spatial_operator.hpp"

namespace dgsolve {

/// The discrete energy, J (J/m in 2D): exact in straight cells; in curved ones in the weight-adjusted inner
/// product uᵀ M M_{1/J}⁻¹ M u, the one the scheme conserves (Chan, Hewett & Warburton, SISC 39 (2017) A2395).
double energy(const SpatialOperator& op, std::span<const double> state);

/// Error of each field of `exact` at time t.
std::map<std::string, FieldError> errors(const SpatialOperator& op,
                                         const std::map<std::string, Expression>& exact, double t,
                                         std::span<const double> state);

}  // namespace dgsolve
