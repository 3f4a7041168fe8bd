/// Element-overlapping additive Schwarz on a continuous space, a smoother for high degrees.
#pragma once

#include <vector>

#include "solver/multigrid/continuous_form.hpp"

namespace dgsolve {

/// W^½ of each unknown, zero for conductors.
UnsetVector<double> root_weights(const ContinuousSpace& space);

/// S = Σ_e R_eᵀ W^½ B_e⁻¹ W^½ R_e with W = 1/(number of cells that have the node). B_e is K_e plus what the
/// face neighbours' matrices say about the nodes of the shared face, its diagonal raised to the assembled
/// one: a cell's own problem with a rough picture of the world around it, and without assembling anything.
/// Overlapping Schwarz methods: Dryja & Widlund (1990); for high-order elements Lottes & Fischer, J. Sci.
/// Comput. 24 (2005) 45. Nodes of conductors are left out; they are the coarser levels' business.
class SchwarzBlocks {
 public:
  /// Keeps a reference to the form.
  explicit SchwarzBlocks(const ContinuousForm& form);

  /// W^½ B_e⁻¹ W^½ in every cell, with zero rows and columns where a node is no unknown or a conductor. For
  /// LinearAlgebra::element_blocks, which throws std::domain_error where B_e is not positive definite. Keeps
  /// a reference to this.
  ElementBlocks blocks() const;

 private:
  /// The lower triangle of B_e; an identity where a node is left out.
  void fill(int e, double* triangle) const;
  /// Those of W^½ B_e⁻¹ W^½ of some cells: [count][Np(Np + 1)/2].
  void make(int first, int count, double* triangles) const;
  /// The root of the weight of a cell's node.
  double root_weight(int e, int i) const;
  void add_neighbor(int e, int f, double* triangle) const;
  void add_remainder(int e, double* triangle) const;

  const ContinuousForm& form_;
  const std::vector<double> diagonal_;     ///< [n_unknowns], assembled
  const UnsetVector<double> root_weight_;  ///< [n_unknowns]
  /// Where a cell's triangle has the entry of nodes k and l ≤ k of a face, [n_faces][Nfp(Nfp + 1)/2], and
  /// where the neighbour's has it: [rows of the form's places][Nfp(Nfp + 1)/2].
  std::vector<int> own_entry_, entry_across_;
};

}  // namespace dgsolve
