/// Plane waves that boundaries let in, in the medium that stands there.
#pragma once

#include <array>

#include "kernels/expression/expression.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct Physics;
struct WaveOptions;

/// E = p f(t − k·x/c) with H = k×p f/Z. Vectors of any length but 0.
struct PlaneWave {
  std::array<double, 3> direction{}, polarisation{};  ///< k, p
  Expression waveform;                                ///< f(t), V/m
};

/// Writes the data of each boundary that has a plane wave. The cells at the boundary's faces must be of one
/// lossless medium whose parameters are numbers. Throws std::invalid_argument with the key, what was found
/// and what is valid.
void set_plane_waves(WaveOptions& options, const Physics& physics, const Mesh& mesh);

}  // namespace dgsolve
