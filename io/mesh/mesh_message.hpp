/// A mesh from one process of a run to another: what arrives is the same to the last bit.
#pragma once

#include "kernels/ranks/channel.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// Sends it. Throws RankLost.
void put_mesh(Channel& channel, const Mesh& mesh);

/// Waits for it. Throws RankLost.
Mesh take_mesh(Channel& channel);

}  // namespace dgsolve
