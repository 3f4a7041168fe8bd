/// Where the points of circuits on faces find the fields of their sides.
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

/// Of the side − and the side +.
struct CircuitPlace {
  int circuit;
  int element[2], face[2];  ///< element[1] is −1 where nothing is behind the face
  int point[2];             ///< of each side's points (WaveProblem::face_points)
  int node[2];              ///< of each cell's; −1: the points are the face's quadrature points
};

/// [point of all circuits], circuit after circuit. Throws std::invalid_argument where a circuit has not one
/// value for each point.
std::vector<CircuitPlace> circuit_places(const WaveProblem& problem);

/// Circuits whose cells are in a range, ascending. Throws std::invalid_argument where a circuit has cells
/// both in it and elsewhere.
std::vector<int> circuits_in(const WaveProblem& problem, CellRange cells);
/// … in that of the device.
inline std::vector<int> circuits_here(const WaveProblem& problem) {
  return circuits_in(problem, problem.cells());
}
std::size_t n_circuit_points(const WaveProblem& problem);  ///< of circuits_here

}  // namespace dgsolve
