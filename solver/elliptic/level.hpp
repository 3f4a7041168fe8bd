/// What fixes the level of u in an elliptic problem.
#pragma once

#include <vector>

#include "solver/elliptic/conductors.hpp"

namespace dgsolve {

/// Whether nothing does, anywhere: u is then determined up to a constant. Conductors join the parts of the
/// mesh that they touch. Throws std::invalid_argument where one part of the mesh has nothing and another has
/// something.
bool is_mean_free(const InteriorPenalty& form, const std::vector<Conductor>& conductors);

}  // namespace dgsolve
