/// Sponges: regions in which a flow is drawn towards a given state, ∂u/∂t = … − r (u − u_s), so that waves
/// and vortices die before they reach a far field (Israeli & Orszag, J. Comput. Phys. 41 (1981) 115). The
/// source is taken at nodes, where a flow that has the state u_s keeps it: −r u by SourceView::damping, and r
/// u_s by sources in cells.
#pragma once

#include <vector>

#include "solver/waves/coefficients.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// Σ r of the options' sponges at the nodes, 1/s: [K][Np], empty where there are none. Throws
/// std::invalid_argument that names a place where a rate is negative or not finite.
std::vector<double> sponge_damping(const Discretization& d, const Physics& physics,
                                   const WaveOptions& options);

/// Σ r u_s of each field in the sponges' cells. Throws std::invalid_argument that names a place where the
/// equation does not admit a sponge's state.
std::vector<CellSource> sponge_sources(const Discretization& d, const Physics& physics,
                                       const WaveOptions& options, const Coefficients& coefficients);

}  // namespace dgsolve
