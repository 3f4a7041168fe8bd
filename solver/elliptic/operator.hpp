/// A discretised elliptic problem  −∇·(κ∇u) + λu = f  on a device: operator, right-hand side, and what makes
/// a solution whole.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/phase_clock.hpp"
#include "kernels/base/unset_vector.hpp"
#include "kernels/elliptic/interior_penalty.hpp"
#include "solver/discretization/boundary_groups.hpp"
#include "solver/elliptic/level.hpp"
#include "solver/elliptic/options.hpp"
#include "solver/linear/sparse.hpp"

namespace dgsolve {

/// How a problem uses the mesh's boundary groups.
std::map<std::string, BoundaryGroup> boundary_groups(const EllipticProblem& problem);

/// Joins the mesh's periodic boundary groups, and tells for each group whether it cuts the mesh. Throws
/// MeshError, std::invalid_argument.
std::vector<bool> apply_boundaries(Mesh& mesh, const EllipticProblem& problem);

class EllipticOperator {
 public:
  /// Keeps references to all. Throws std::invalid_argument where data are out of their range
  /// (input_range.hpp), or a part of the mesh has nothing that fixes the level of u while another has.
  EllipticOperator(const Discretization& discretization, const EllipticOptions& options, PenaltyMaps& maps);

  const EllipticOptions& options;
  const InteriorPenalty form;
  const EllipticData data;
  const std::vector<Conductor> conductors;
  /// Nothing fixes the level of u: it is made mean-free.
  const bool mean_free;
  /// Whether a mean-free problem's data balance.
  const std::optional<DataBalance> balance;
  LinearAlgebra& algebra;

  /// The operator in double precision, of the form that the case asks for, or the fastest.
  LinearMap& map() const { return *map_; }
  OperatorForm chosen_form() const { return chosen_form_; }
  /// How long the choice took.
  const std::vector<TimePhase>& set_up_times() const { return set_up_.phases(); }
  /// For people: which form, and why.
  const std::string& choice() const { return choice_; }
  /// One more of them.
  std::unique_ptr<LinearMap> make_map(OperatorForm wanted, Precision precision) const;
  /// One of the chosen form, and the blocks that its device makes of what the map has, which must outlive
  /// them; null: it makes none.
  struct MapWithBlocks {
    std::unique_ptr<LinearMap> map;
    std::unique_ptr<FormBlocks> blocks;
    MakeContinuous matrix_free;  ///< of the map's cells
  };
  MapWithBlocks make_map_with_blocks(Precision precision) const;

  /// Canonical [K][Np]. Throws std::invalid_argument where data are out of their range, or u is mean-free and
  /// the data do not balance; what quadrature leaves, balance->sum, is taken out.
  UnsetVector<double> right_hand_side() const;
  /// Takes the mean out of a solution where there must be none.
  void fix_level(std::span<double> u) const;
  /// Potentials of the conductors, for a solution.
  std::vector<double> potentials(std::span<const double> u) const;
  /// The matrix with one row and column more for each conductor's potential: symmetric positive definite.
  CsrMatrix matrix_with_potentials() const;
  /// Its right-hand side: that of the cells without what the charges do, then the charges.
  UnsetVector<double> right_hand_side_with_potentials() const;

 private:
  std::unique_ptr<LinearMap> with_conductors(std::unique_ptr<LinearMap> cells) const;
  void choose_form();

  PenaltyMaps& maps_;
  OperatorForm chosen_form_;
  std::string choice_;
  std::unique_ptr<LinearMap> map_;
  PhaseClock set_up_;
};

const char* name_of(OperatorForm form);

}  // namespace dgsolve
