/// Cells of different parts of a mesh in one place.
#pragma once

#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Overlaps of parts that no face joins, as of a body that was not cut out of what is around it: one text for
/// each two regions. Parts that touch do not overlap, also where their straight cells, each along one curve,
/// lie in each other by no more than the curve is beside its chords. Needs a connected mesh, with
/// neighbouring cells near each other in their order.
std::vector<std::string> find_overlaps(const Mesh& mesh);

}  // namespace dgsolve
