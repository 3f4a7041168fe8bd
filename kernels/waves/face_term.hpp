/// A term of data on faces, at boundaries and interfaces: a table at the faces' points times a function of
/// time.
#pragma once

#include <vector>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

/// All fields on some faces, times a function of time.
struct FaceTerm {
  Expression time;             ///< in t
  std::vector<int> sides;      ///< element · n_faces + face, each once
  std::vector<double> values;  ///< [side][point][n_fields], points as WaveProblem::face_points has them
};

}  // namespace dgsolve
