/// How well-shaped cells are.
#pragma once

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Of the straight cell on the vertices, m.
double longest_edge(const Mesh& mesh, int e);

/// The mean ratio of the straight cell on the vertices: 1 for a regular one, towards 0 for one that is flat.
/// 4√3 V / Σ edge² for triangles, 12 (3V)^(2/3) / Σ edge² for tetrahedra (Liu & Joe, BIT 34 (1994) 268).
double cell_quality(const Mesh& mesh, int e);

}  // namespace dgsolve
