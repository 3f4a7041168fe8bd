/// The rate of a state, which limits the next step: a step of dt has the CFL number dt · rate. Where the flux
/// depends on the state, so do the speeds of waves, and the rate with them.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// A cell's share in the rate, whatever its state: rate = speed · per_speed + relaxation.
struct CellRate {
  double per_speed;   ///< 1/m
  double relaxation;  ///< of the equation and of local models, 1/s
};

}  // namespace DGSOLVE_NAMESPACE
