/// Terms of data on faces as kernels read them: point by point the terms of the point's condition.
#pragma once

#include <span>
#include <vector>

#include "kernels/cuda/waves/cells/stage_arguments.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::cuda {

struct FaceTermRows {
  std::vector<int> first;      ///< TraceArguments::face_rows
  std::vector<double> values;  ///< TraceArguments::face_values
};

/// faces: [slot][n_faces]; points stand in their order.
FaceTermRows face_term_rows(const WaveProblem& problem, const Numbering& numbering,
                            std::span<const Face> faces);

}  // namespace dgsolve::cuda
