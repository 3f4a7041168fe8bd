/// What a person is told of a run whose state went wrong.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "solver/waves/integrator.hpp"

namespace dgsolve {

/// "; it grows most in cell …", from the integrator's state in steps of dt; empty where no such cell is
/// found. The state cannot be used afterwards.
std::string growth_text(const SpatialOperator& op, Integrator& integrator, double dt);

/// Why values are no longer finite, or the energy grows, at t after steps of dt, and what may help.
std::string likely_cause(const Case& input, const SpatialOperator& op, double t, double dt);

}  // namespace dgsolve
