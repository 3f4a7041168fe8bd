/// The symmetric interior penalty method for −∇·(κ∇u) + λu: factors, harmonic weights and penalties of every
/// cell and face, and the blocks of its matrix.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/face_matches.hpp"
#include "kernels/base/unset_vector.hpp"
#include "kernels/elliptic/interior_penalty.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/interior_penalty/element.hpp"
#include "solver/interior_penalty/medium.hpp"
#include "solver/linear/cell_batch.hpp"

namespace dgsolve {

class InteriorPenalty {
 public:
  /// Keeps references to all arguments. Throws std::invalid_argument where κ, λ or a coefficient is out of
  /// its range, naming region or boundary, value and place.
  InteriorPenalty(const Discretization& discretization, const EllipticProblem& problem);

  const Discretization& discretization;
  const EllipticProblem& problem;
  const EllipticElement element;
  const Medium medium;

  /// The condition of one of the mesh's boundary groups, or null where the problem gives none.
  const EllipticBoundary* condition(int group) const;
  /// The condition at a face, or null where it is no boundary of the problem.
  const EllipticBoundary* boundary(int e, int face) const;
  /// Whether the boundary's value is imposed by a penalty: dirichlet or floating.
  static bool imposes(const EllipticBoundary* b) {
    return b != nullptr &&
           (b->condition == EllipticCondition::dirichlet || b->condition == EllipticCondition::floating);
  }
  /// At points [n][dim] of a face: the penalty σ (κ/m; 0: no penalty), or a robin condition's
  /// coefficient, which enters like one. Throws std::invalid_argument where that is negative.
  std::vector<double> penalty_at(int e, int face, std::span<const double> x) const;

  /// What one face adds to the form: [2Np][2Np], nodes of the cell, then of its neighbour, or at a boundary
  /// that imposes a value, of that value's extension into the cell by a constant. Not for other boundaries.
  Matrix face_matrix(int e, int face) const;
  /// A_{e, neighbour across the face}, Np×Np. The face must have a neighbour.
  Matrix neighbor_block(int e, int face) const;
  /// Adds sign times what one face adds to A_ee, [Np][Np].
  void add_own_face(int e, int face, double sign, double* block) const;

  InteriorPenaltyView view() const;
  /// A cell's number among those of its kind.
  std::size_t index_in_kind(int e) const { return index_in_kind_[e]; }

 private:
  /// What the penalty of a cell's faces is made from.
  struct Size {
    double kappa[4];  ///< of each face: the largest nᵀκn, times how far κ varies in the cell
    double area_per_volume;
  };
  struct FaceSize {
    double kappa = 0;  ///< largest nᵀκn
    double area = 0, largest_sJ = 0;
  };

  std::size_t side(int e, int face) const {
    return static_cast<std::size_t>(e) * element.element.n_faces + face;
  }
  std::size_t n_cells(PenaltyCell kind) const { return std::ranges::count(kind_, kind); }
  PenaltyCell kind_of(int e) const;
  void find_kinds();
  double counted_share(int e, int face) const;
  /// kappa: [dim][dim], one for the whole cell.
  std::vector<std::vector<double>> constant_kappa() const;
  void set_no_factors(int e);
  Size set_straight_factors(int e, std::span<const double> kappa);
  void set_weights(const UnsetVector<Size>& sizes);
  void set_straight_penalties(int e);
  /// A point of the cell, [dim].
  std::vector<double> a_point(int e) const;
  // interior_penalty_varying.cpp
  void set_varying_factors(const std::vector<int>& cells, UnsetVector<Size>& sizes);
  Size set_varying_size(int e, std::span<const double> kappa);
  // interior_penalty_general.cpp
  struct GeneralTables;
  struct GeneralBatch;
  void set_general_factors(const std::vector<int>& cells, UnsetVector<Size>& sizes);
  Size set_general_coefficients(int e, int lane, GeneralBatch& batch) const;
  FaceSize set_face_coefficients(const CellPoints& p, const std::vector<double>& kappa, int face, int lane,
                                 GeneralBatch& batch) const;
  void set_volume_blocks(const GeneralTables& tables, int first, int count, GeneralBatch& batch);
  void set_flux_matrices(const GeneralTables& tables, int first, int count, GeneralBatch& batch);
  void set_penalty_matrices(int e);
  // interior_penalty_blocks.cpp
  Matrix flux_matrix(int e, int face) const;
  Matrix flux_moments(int e, int face) const;
  Matrix penalty_matrix(int e, int face) const;

  const FaceMatches places_;
  std::vector<PenaltyCell> kind_;   ///< [K]
  std::vector<int> index_in_kind_;  ///< [K]: among those of the cell's kind
  BatchArray sigma_;                ///< [K][n_faces]
  // As in InteriorPenaltyView.
  BatchArray weight_, stiffness_, reaction_, flux_, penalty_;
  BatchArray kappa_moments_, kappa_on_face_, own_block_, flux_matrix_, penalty_matrix_;
};

}  // namespace dgsolve
