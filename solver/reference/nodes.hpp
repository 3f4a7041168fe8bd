/// Interpolation nodes on the bi-unit simplices, and the integer lattice that orders them.
#pragma once

#include <vector>

namespace dgsolve {

/// The lattice of barycentric multi-indices that add up to N: [Np][dim+1], component 1 running fastest, then
/// 2, then 3; component v belongs to vertex v. Node n of warp_blend_nodes is lattice point n, moved.
std::vector<int> simplex_lattice(int dim, int N);

/// Warp & blend nodes with optimised α (Warburton, J. Eng. Math. 56 (2006) 247): [Np][dim]; symmetric under
/// S3/S4 to round-off. dim = 1 gives Gauss–Lobatto–Legendre nodes. N = 1…10.
std::vector<double> warp_blend_nodes(int dim, int N);

}  // namespace dgsolve
