/// Integrals over a mesh.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// ∫ f dx over a mesh, by a quadrature rule of this degree in each cell. density(e, x) returns f at the
/// points x [n][dim] of cell e: [n]. Several threads call it.
double integrate(const Mesh& mesh, int degree,
                 const std::function<std::vector<double>(int e, std::span<const double> x)>& density);

}  // namespace dgsolve
