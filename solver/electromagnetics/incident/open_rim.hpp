/// Where the surface of a plane wave ends at the mesh's boundary.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/base/faces.hpp"

namespace dgsolve {

struct Physics;
struct WaveOptions;

/// A plane wave as the boundary's conditions see it.
struct WaveAtRim {
  std::array<double, 3> direction;  ///< k, a unit vector
  std::vector<double> fields;       ///< [n_fields]
  std::vector<double> medium;       ///< [n_coefficients]
};

/// A surface may end only at walls that leave the wave as it is (a symmetry plane), and at periodic
/// boundaries that the wave runs along. Its faces themselves carry no wall, and the cells that the wave
/// enters, `entered` [K], reach no boundary through which it would have to come in. Throws
/// std::invalid_argument with the key, what was found and what is valid.
void check_rim(const std::vector<Side>& surface, const std::vector<bool>& entered, const WaveAtRim& wave,
               const std::string& key, const WaveOptions& options, const Physics& physics, const Mesh& mesh);

}  // namespace dgsolve
