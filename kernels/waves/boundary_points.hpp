/// Where exterior states are needed on a face: its nodes on straight cells, its quadrature points on curved
/// ones.
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

/// The points of an element's face, [Nfp or Nfq][dim].
std::vector<double> boundary_points(const WaveProblem& problem, int element, int face);

}  // namespace dgsolve
