/// Locality: orders cells along a Hilbert curve, so that neighbours are near in memory.
#pragma once

#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Renumbers the cells (and what refers to them) along a Hilbert curve through their centroids, and the nodes
/// in the order in which the cells use them; nodes that no cell uses are dropped.
void order_along_hilbert_curve(Mesh& mesh);

/// Renumbers some cells to be the first, ascending; all others keep their order. Nodes as above.
void order_first(Mesh& mesh, const std::vector<int>& cells);

/// Mean |e − neighbour(e)| over interior faces: the smaller, the more neighbours are in cache.
double mean_neighbor_distance(const Mesh& mesh);

}  // namespace dgsolve
