/// Circuits of lumped elements on faces: what a case says of them, as devices compute them
/// (kernels/waves/traits/circuit_point.hpp).
#pragma once

#include <string>
#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// Boundary groups with circuits, in the order in which devices have them.
std::vector<std::string> circuit_groups(const Mesh& mesh, const WaveOptions& options);

/// A step that a circuit admits.
struct CircuitLimit {
  std::string group;
  std::string cause;  ///< for people: "L = 1e-15 H"
  double rate = 0;    ///< 1/s: (R + 1/(Y₋ + Y₊))/L or (Y₋ + Y₊ + G)/C, for a square
};

}  // namespace dgsolve
