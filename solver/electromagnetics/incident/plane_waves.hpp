/// Plane waves that enter through boundaries, and through the surfaces of sources, in the medium that stands
/// there.
#pragma once

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct Physics;
struct WaveOptions;

/// Writes the data of each boundary and each source that has a plane wave. The cells at the faces must be of
/// one lossless medium whose parameters are numbers. The surface of a source must be closed, or end at walls
/// and periodic boundaries that leave the wave as it is. Throws std::invalid_argument with the key, what was
/// found and what is valid.
void set_plane_waves(WaveOptions& options, const Physics& physics, const Mesh& mesh);

}  // namespace dgsolve
