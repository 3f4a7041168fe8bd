/// Plane waves that boundaries let in, in the medium that stands there.
#pragma once

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct Physics;
struct WaveOptions;

/// Writes the data of each boundary that has a plane wave. The cells at the boundary's faces must be of one
/// lossless medium whose parameters are numbers. Throws std::invalid_argument with the key, what was found
/// and what is valid.
void set_plane_waves(WaveOptions& options, const Physics& physics, const Mesh& mesh);

}  // namespace dgsolve
