/// Where the interior nodes of curved cells belong, given those of their edges and of fixed faces.
#pragma once

#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {

/// Puts the interior nodes of cells, and in 3D of the faces that lie neither in a boundary group nor between
/// two regions, where hierarchic blending of the edges and the other faces has them; straight cells stay
/// straight. Elsewhere (Gmsh puts the centre of a cubic triangle a third short) the k-th derivatives of the
/// cell's map are not O(h^k), and the best approximation on it loses order (Ciarlet & Raviart 1972; Lenoir,
/// SIAM J. Numer. Anal. 23 (1986) 562). Needs no connectivity. Returns how many nodes it moved.
int place_interior_nodes(Mesh& mesh, const std::vector<TaggedFace>& tagged);

}  // namespace dgsolve
