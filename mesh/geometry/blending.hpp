/// Blends the interior nodes of curved cells from the nodes of their edges and fixed faces.
#pragma once

#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {

/// Moves the nodes inside cells to the hierarchic blending of the cells' edges and fixed faces; in 3D also
/// the nodes inside faces that are not fixed. Fixed faces are those of a boundary group and those between two
/// regions. Straight cells stay straight. Gmsh puts these nodes elsewhere (the centre of a cubic triangle
/// a third short): the k-th derivatives of the cell's map are then not O(h^k), and the best approximation on
/// the cell loses order (Ciarlet & Raviart 1972; Lenoir, SIAM J. Numer. Anal. 23 (1986) 562). Needs no
/// connectivity. Returns the number of nodes moved.
int blend_interior_nodes(Mesh& mesh, const std::vector<TaggedFace>& tagged);

}  // namespace dgsolve
