/// Faces across which cells of a process meet cells of another one.
#pragma once

#include <vector>

#include "kernels/cuda/waves/parts/push_arguments.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::cuda {

/// Of one process, with the others [rank] in an order that both find: that of the sides of those who read.
struct RimFaces {
  int Nfp;  ///< nodes of a face
  std::vector<std::vector<PackedFace>> sent, received;

  std::size_t n_sent() const;
};

/// [rank]. cells, numberings: [rank].
std::vector<RimFaces> find_rim_faces(const WaveProblem& problem, const std::vector<CellRange>& cells,
                                     const std::vector<const Numbering*>& numberings);

}  // namespace dgsolve::cuda
