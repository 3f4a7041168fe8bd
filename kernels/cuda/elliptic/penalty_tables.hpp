/// Operators and tables of the interior penalty operator's tensor kernel
/// (kernels/cuda/elliptic/tensor_penalty.cuh).
#pragma once

#include <array>
#include <vector>

#include "kernels/cuda/elliptic/penalty_arguments.hpp"
#include "kernels/elliptic/interior_penalty.hpp"

namespace dgsolve::cuda {

/// Members as those of the same names in PenaltyArguments.
struct PenaltyTables {
  explicit PenaltyTables(const InteriorPenaltyView& view);

  std::vector<double> operators;
  std::vector<EightColumns> face_columns, columns_across;
  std::vector<int> face_of_vertex;  ///< [n_faces]: the face that does not touch a vertex

  /// Factors c_j by which a neighbour's derivatives along our face (those after the first of our vertices),
  /// and then into the neighbour, make its flux. flux: [dim], c of the neighbour's face.
  std::array<double, 3> flux_factors(int neighbor_face, int orientation, const double* flux) const;

 private:
  void set_columns(const InteriorPenaltyView& view);
  void set_operators(const InteriorPenaltyView& view);

  int dim_, n_orientations_;
  std::vector<int> met_vertices_;  ///< [neighbour's face][orientation][dim + 1]: of it, in our order; the
                                   ///< last one opposite
};

}  // namespace dgsolve::cuda
