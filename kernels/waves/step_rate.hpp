/// The rate of a state, which limits the next step: a step of dt has the CFL number dt · rate. Where the flux
/// depends on the state, so do the speeds of waves, and the rate with them.
#pragma once

#include "kernels/waves/equation.hpp"

namespace DGSOLVE_NAMESPACE {

/// A cell's share in the rate, whatever its state: rate = speed · per_speed + relaxation.
struct CellRate {
  double per_speed;   ///< 1/m
  double relaxation;  ///< of the equation and of local models, 1/s
};

/// The speed of the fastest wave at a node, m/s.
template <class P>
DGSOLVE_INLINE double speed_at_node(const Vec<double, P::n_fields>& u,
                                    const Vec<double, P::n_coefficients>& c) {
  return max_speed<P>(u, c);
}

}  // namespace DGSOLVE_NAMESPACE
