/// Circuits on faces: between the fields of both sides, or at the end of a mesh, a sheet whose current
/// follows from the field along one direction and from states of its own at each point.
#pragma once

#include <array>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "kernels/waves/traits/circuit_point.hpp"

namespace dgsolve {

/// Its faces have a condition that takes data: they are interfaces, or boundaries of a type that lets waves
/// in. The data of all their sides come from the circuit.
struct FaceCircuit {
  Expression source;                 ///< V_s(t), V
  std::vector<int> sides;            ///< element · n_faces + face, of the side − of each face, each once
  std::vector<CircuitPoint> points;  ///< [side][point], points as WaveProblem::face_points has them
};

struct CircuitsView {
  std::vector<FaceCircuit> all;
  std::array<int, 3> electric{}, magnetic{};  ///< field of each Cartesian component, −1: there is none
};

}  // namespace dgsolve
