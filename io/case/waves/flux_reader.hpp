/// Keys of fluxes and of their quadrature.
#pragma once

#include "io/case/case.hpp"
#include "io/case/problem_reading.hpp"

namespace dgsolve {

/// `flux: {riemann: …, alpha: …}`, the numerical flux, where the equation has several, and its parameters; of
/// equations whose flux is not linear `volume: {quadrature: …}`, and where they have shocks `shocks: {method:
/// …}`.
void read_flux(const ProblemReading& reading, WaveCase& wave);

}  // namespace dgsolve
