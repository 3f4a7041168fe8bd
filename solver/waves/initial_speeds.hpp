/// How fast waves are in the state that a run begins with.
#pragma once

#include <vector>

#include "solver/waves/coefficients.hpp"

namespace dgsolve {

/// [K]: the largest ones at the nodes of each cell. Empty where no state changes them.
struct StateSpeeds {
  std::vector<double> waves;          ///< m/s
  std::vector<double> diffusivities;  ///< m²/s; 0 where the flux is not viscous
};

/// The state is the case's initial one, or, where it gives none, the equation's example.
StateSpeeds initial_speeds(const Discretization& discretization, const Physics& physics,
                           const WaveOptions& options, const Coefficients& coefficients);

}  // namespace dgsolve
