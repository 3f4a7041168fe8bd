/// Data on faces, at boundaries and interfaces, as sums of terms: a table at the faces' points times a
/// function of time.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

struct WaveProblem;

/// All fields on some faces, times a function of time.
struct FaceTerm {
  Expression time;             ///< in t
  std::vector<int> sides;      ///< element · n_faces + face, each once
  std::vector<double> values;  ///< [side][point][n_fields], points as WaveProblem::face_points has them
};

/// Points of a side where its data are given: a straight cell's nodes, a curved one's quadrature points.
int n_face_points(const WaveProblem& problem, int side);

/// Finds a term's values at a side. Keeps references to both.
class FaceTermTable {
 public:
  /// Throws std::invalid_argument where a side occurs twice, or where the values are not as many as the
  /// sides' points need.
  FaceTermTable(const WaveProblem& problem, const FaceTerm& term);

  /// [point][n_fields]; empty: the side is not one of the term's.
  std::span<const double> at(int side) const;

 private:
  const WaveProblem& problem_;
  const FaceTerm& term_;
  std::unordered_map<int, std::size_t> first_;  ///< side → where its values begin
};

}  // namespace dgsolve
