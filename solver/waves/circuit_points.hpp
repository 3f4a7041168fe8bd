/// The points of circuits on faces, from the geometry and the media there.
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "mesh/base/faces.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/sources/lumped_element.hpp"

namespace dgsolve {

/// The media on both sides of a face with a circuit.
struct CircuitSide {
  Side minus;
  double admittance[2];  ///< Y₋, Y₊, S; Y₊ = 0: nothing is behind the face
};

/// [point] of a side, as WaveProblem::face_points. problem: with its views; alpha: the flux' share of
/// upwinding. Where both cells at a face inside the mesh are curved, the side − is one of them. Throws
/// std::invalid_argument where the element's unit field is not along the face and along components that the
/// equation has, and where cells are curved inside a mesh that is not covariant.
std::vector<CircuitPoint> circuit_points(const Discretization& discretization, const WaveProblem& problem,
                                         const LumpedElement& element, const CircuitSide& side, double alpha);

}  // namespace dgsolve
