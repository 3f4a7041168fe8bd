/// A medium in the words of a case's region.
#pragma once

#include <string>

#include "kernels/waves/traits/equation.hpp"
#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

/// Keys of a region that `material` says all of.
bool is_said_by_material(const std::string& key);

/// "{epsilon_r: 2.4, sigma: 0, pairs: [{pole: [-1e15 rad/s, …], …}]}" in SI units. σ of fitted poles may be
/// negative, which a case's region may not.
std::string region_text(const Dispersion& medium, const Units& units);

}  // namespace dgsolve
