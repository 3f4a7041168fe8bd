/// --check of an elliptic problem: what a solve would be like, and what it would suffer from.
#pragma once

#include "io/case/case.hpp"
#include "kernels/base/phase_clock.hpp"
#include "kernels/device/device.hpp"
#include "solver/elliptic/operator.hpp"

namespace dgsolve {

/// clock: began with the program.
void check_elliptic_set_up(const Case& input, const EllipticOperator& op, const Device& device,
                           const PhaseClock& clock);
/// What another process of the run does of it.
void join_check(const EllipticOperator& op);

}  // namespace dgsolve
