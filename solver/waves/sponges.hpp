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

/// The rates of all sponges, added up at each node, 1/s: [K][Np]. Empty without sponges. Throws
/// std::invalid_argument that names a place where a rate is negative or not finite.
std::vector<double> sponge_damping(const Discretization& d, const Physics& physics,
                                   const WaveOptions& options);

/// A source for each field in the sponges' cells: the sum of r u_s. Throws std::invalid_argument that names a
/// place where the equation does not admit a sponge's state.
std::vector<CellSource> sponge_sources(const Discretization& d, const Physics& physics,
                                       const WaveOptions& options, const Coefficients& coefficients);

}  // namespace dgsolve
