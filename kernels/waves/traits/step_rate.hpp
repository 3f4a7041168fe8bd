/// The rate of a state, which limits the next step: a step of dt has the CFL number dt · rate. Where the flux
/// depends on the state, so do the speeds of waves and the diffusivity, and the rate with them.
#pragma once

#include "kernels/waves/traits/viscous_flux.hpp"

namespace dgsolve {

/// A cell's share in the rate, whatever its state.
struct CellRate {
  double per_speed;        ///< 1/m
  double per_diffusivity;  ///< 1/m²; 0 where the flux is not viscous
  double relaxation;       ///< of the equation and of local models, 1/s
};

}  // namespace dgsolve

namespace DGSOLVE_NAMESPACE {

/// The rate in a state in a cell, 1/s. viscous_length: of its artificial viscosity, where it has one.
template <class P>
DGSOLVE_INLINE double rate_in(const Vec<double, P::n_fields>& u, const Vec<double, P::n_coefficients>& c,
                              const CellRate& cell, double viscous_length) {
  const double waves = max_speed<P>(u, c) * cell.per_speed;
  if constexpr (has_artificial_viscosity<P>)
    return waves + P::diffusivity(u, c, viscous_length) * cell.per_diffusivity + cell.relaxation;
  else if constexpr (has_viscous_flux<P>)
    return waves + P::diffusivity(u, c) * cell.per_diffusivity + cell.relaxation;
  else
    return waves + cell.relaxation;
}

}  // namespace DGSOLVE_NAMESPACE
