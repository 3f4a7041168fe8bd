/// Circuits on faces: between the fields of both sides, or at the end of a mesh, a sheet whose current
/// follows from the field along one direction and from states of its own at each point.
#pragma once

#include <vector>

#include "kernels/expression/expression.hpp"
#include "kernels/waves/traits/circuit_point.hpp"

namespace dgsolve {

/// The faces have conditions that take data: interfaces, or boundaries of a type that lets a wave in. Data of
/// both sides come from the circuit.
struct FaceCircuit {
  Expression source;                 ///< V_s(t), V
  std::vector<int> sides;            ///< element · n_faces + face, of one side of each face; each once
  std::vector<CircuitPoint> points;  ///< [side][point], points as WaveProblem::face_points has them
};

}  // namespace dgsolve
