/// The surface through which a plane wave enters a part of a mesh.
#pragma once

#include <vector>

#include "mesh/topology/surfaces.hpp"
#include "solver/waves/sources/wave_source.hpp"

namespace dgsolve {

/// The sides of a plane wave's surface that lie in the part it enters. Throws std::invalid_argument where
/// `into` names neither regions nor one boundary group, where a group's faces enclose nothing, or where there
/// is no such face.
std::vector<Side> entered_sides(const Mesh& mesh, const WaveSource& source);

}  // namespace dgsolve
