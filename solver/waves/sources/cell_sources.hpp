/// Dipoles, filaments and currents in regions, as sources in the cells that have them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/sources/wave_source.hpp"

namespace dgsolve {

/// All sources but plane waves, one for each field and function of time. A place that several cells share
/// is split evenly among them. is_layer [region]: absorbing layers, which take no source. Throws
/// std::invalid_argument, MeshError with the source's key, what was found and what is valid.
std::vector<CellSource> cell_sources(const Discretization& discretization, const EquationInfo& equation,
                                     const Units& units, const std::vector<WaveSource>& sources,
                                     const std::map<std::string, Expression>& waveforms,
                                     const std::vector<bool>& is_layer);

}  // namespace dgsolve
