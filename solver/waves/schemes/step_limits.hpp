/// Stability limits of steps in time.
#pragma once

#include "solver/waves/schemes/schemes.hpp"

namespace dgsolve {

/// The stability limit of the time step by the first of the schemes is stability_limit(…) · altitude / wave
/// speed. Found by experiment for every N, on the meshes of tests/solver/waves/time_step.cpp, which repeats
/// the experiment, for linear equations' fluxes with an upwind share (kernels/waves/traits/equation.hpp).
/// Other schemes take their share of it (Scheme::share_of_step).
double stability_limit(int dim, int N, double upwind_share);

/// No eigenvalue of the viscous operator of a diffusivity D is beyond this times D/altitude². Found by
/// experiment likewise.
double viscous_spectral_radius(int dim, int N);

/// A step of dt has the CFL number
///   dt · (speed / (waves · altitude) + diffusivity / (diffusion · altitude²) + relaxation rate /
///   relaxation),
/// which is 1 at 80 % of the limit.
struct StepLimits {
  double waves, diffusion, relaxation;
};
StepLimits step_limits(int dim, int N, double upwind_share, const Scheme& scheme);

}  // namespace dgsolve
