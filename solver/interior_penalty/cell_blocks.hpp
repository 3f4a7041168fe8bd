/// Cells' own blocks of an interior penalty operator, some cells at once.
#pragma once

#include <vector>

#include "solver/interior_penalty/interior_penalty.hpp"

namespace dgsolve {

class CellBlocks {
 public:
  /// Keeps a reference.
  explicit CellBlocks(const InteriorPenalty& form);

  /// Lower triangles (kernels/base/triangle.hpp) of A_ee of the cells first … first + count − 1:
  /// [count][Np(Np + 1)/2].
  void diagonal_blocks(int first, int count, double* triangles) const;
  /// What is left of the form in a cell for functions that are continuous, and zero where a value is imposed:
  /// ∫κ∇u·∇v + λuv, and ∫ coefficient·uv over robin boundaries. Lower triangles: [count][Np(Np + 1)/2].
  void cell_matrices(int first, int count, double* triangles) const;

 private:
  enum class Faces { all, robin };
  struct Batch;
  void make(Faces wanted, int first, int count, double* triangles) const;
  void set_factors(Faces wanted, Batch& batch) const;
  void set_varying_factors(int e, int lane, Batch& batch) const;
  void add_varying_volumes(Batch& batch) const;
  void add_varying_faces(Batch& batch) const;
  void set_general_block(Faces wanted, int e, double* triangle) const;
  bool is_wanted(Faces wanted, int e, int face) const;

  const InteriorPenalty& form_;
  const InteriorPenaltyView view_;
  const int n_factors_;             ///< of a cell's constant matrices
  const BatchMatrix constant_;      ///< [Np(Np + 1)/2][n_factors]: those, in columns
  const BatchMatrix derivative_;    ///< [n_gradient][Np][dim]: c → Σ_i c_i d_i
  const BatchMatrix face_mass_;     ///< [Nfp][Nfp]
  std::vector<BatchMatrix> trace_;  ///< [n_faces], [n_face_gradient][Np][dim]: c → T_f Σ_j c_j d_j
};

}  // namespace dgsolve
