#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// ∫ f dx over a mesh with a rule of a degree in each cell; density(e, x) gives f at points [n][dim] of cell
/// e: [n]. It is called from several threads.
double integrate(const Mesh& mesh, int degree,
                 const std::function<std::vector<double>(int e, std::span<const double> x)>& density);

}  // namespace dgsolve
