/// What a person is told of the time step: what limits it, and what went wrong in it.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "solver/waves/time/integrator.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {

/// "cell 92 in vacuum at (0.25, 0.74, 0), smallest altitude 0.133, wave speed 1": where the cell of a time
/// step is, and what limits the step there.
std::string cell_text(const SpatialOperator& op, const TimeStep& step);

/// Throws CaseError that says what sets the step, where a run would take more steps than any machine can.
void refuse_endless_run(const Case& input, const SpatialOperator& op, const TimeStep& step);

/// "; it grows most in cell …", from the integrator's state in steps of dt; empty where no such cell is
/// found. The state cannot be used afterwards.
std::string growth_text(const SpatialOperator& op, Integrator& integrator, double dt);

/// Why values are no longer finite, or the energy grows, at t after steps of dt, and what may help.
std::string likely_cause(const Case& input, const SpatialOperator& op, double t, double dt);

}  // namespace dgsolve
