/// Where the values of a term of data on faces stand, side by side.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

/// Whether the points of a side where its data are given (WaveProblem::face_points) are its nodes.
bool face_points_are_nodes(const WaveProblem& problem, int side);
/// … and how many they are.
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
