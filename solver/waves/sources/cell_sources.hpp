/// Dipoles, filaments and currents in regions, as sources in the cells that have them.
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// All sources but plane waves, one for each field and function of time. A place that several cells share
/// is split evenly among them. Throws std::invalid_argument, MeshError with the source's key, what was found
/// and what is valid.
std::vector<CellSource> cell_sources(const Discretization& discretization, const EquationInfo& equation,
                                     const WaveOptions& options);

}  // namespace dgsolve
