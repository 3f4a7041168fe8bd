/// Power that dipoles radiate in open space, to compare with.
#pragma once

#include <optional>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// The power of a case's dipoles at an angular frequency ω, each by itself in open space of the medium at its
/// place, for waveforms of amplitude 1: W, in 2D W/m. Empty where other sources act, or none.
std::optional<double> dipoles_in_open_space(const SpatialOperator& op, const WaveOptions& options,
                                            double omega);

}  // namespace dgsolve
