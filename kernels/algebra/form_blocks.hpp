/// What preconditioners need of a symmetric form cell by cell, made on the device that has the form's data.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Functions that have Np values in every cell of a form.
struct CellFunctions {
  int Np;
  std::span<const double> to_form;  ///< [the form's Np][Np]: values at the form's nodes
  std::span<const double> given;    ///< [FormBlocks::given_cells][Np(Np + 1)/2]: lower triangles of K_e
};

/// Who shares continuous functions' values, [K] cells with Np each.
struct ContinuousNodes {
  std::size_t n_unknowns;
  std::span<const int> unknown;     ///< [K][Np], −1: zero by a boundary condition
  std::shared_ptr<LinearMap> sums;  ///< scatter_add of `unknown`
};
/// Makes a map of a form on these without cells' matrices; null where it cannot.
using MakeContinuous = std::function<std::unique_ptr<LinearMap>(const ContinuousNodes& nodes)>;

/// Continuous ones, whose nodes are one wherever cells meet.
struct ContinuousView {
  CellFunctions functions;
  ContinuousNodes nodes;
  std::span<const double> root_weight;  ///< [n_unknowns]: W^½ (solver/multigrid/schwarz.hpp)
  int Nfp;
  std::span<const int> face_nodes;    ///< [n_faces][Nfp]
  std::span<const int> nodes_across;  ///< as FaceMatches::node
};

struct ContinuousMaps {
  std::unique_ptr<LinearMap> form;      ///< Σ_e R_eᵀ K_e R_e
  std::unique_ptr<LinearMap> smoother;  ///< its overlapping Schwarz smoother
};

/// All maps have the precision of the form's. Throws std::domain_error where what is to be inverted is not
/// positive definite.
class FormBlocks {
 public:
  virtual ~FormBlocks() = default;

  /// The inverses of the diagonal's blocks, rounded where they may be (ElementBlocks).
  virtual std::unique_ptr<LinearMap> inverses() = 0;
  /// Cells, ascending, whose matrices on continuous functions the device is to be given.
  virtual std::span<const int> given_cells() const = 0;
  virtual ContinuousMaps continuous_maps(const ContinuousView& space) = 0;
  /// K_e as lower triangles, row by row: [K][Np(Np + 1)/2].
  virtual UnsetVector<double> cell_triangles(const CellFunctions& functions) = 0;
};

}  // namespace dgsolve
