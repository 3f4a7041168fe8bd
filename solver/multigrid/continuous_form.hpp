/// A symmetric form on continuous functions, one dense matrix a cell: Σ_e R_eᵀ K_e R_e is not assembled at
/// high degree.
#pragma once

#include <span>
#include <vector>

#include "kernels/linear_algebra.hpp"
#include "solver/dense.hpp"
#include "solver/multigrid/continuous_space.hpp"
#include "solver/reference_element.hpp"

namespace dgsolve {

class ContinuousForm {
 public:
  /// On the space of the element's degree; kappa as in ContinuousSpace, cell_matrices: [K][Np][Np].
  ContinuousForm(const TraceMap& trace, const ReferenceElement& element,
                 std::span<const BoundarySpace> boundaries, std::span<const double> kappa,
                 std::vector<double> cell_matrices);
  /// The same form on functions of degree `degree`, at most that of `fine`: Iᵀ K_e I with the interpolation
  /// I from their nodes to those of `fine`.
  ContinuousForm(const ContinuousForm& fine, int degree);

  const TraceMap& trace;
  const ReferenceElement element;
  const std::vector<BoundarySpace> boundaries;
  const std::vector<double> kappa;  ///< [K]
  const ContinuousSpace space;

  int K() const { return static_cast<int>(space.unknown.size()) / element.Np; }
  /// K_e: [Np][Np]
  const double* cell_matrix(int e) const {
    return &cell_matrices_[static_cast<std::size_t>(e) * element.Np * element.Np];
  }
  /// For LinearAlgebra::element_blocks. It keeps references to the form.
  ElementBlocks blocks() const;
  /// [n_unknowns][n_unknowns]
  CsrMatrix assembled() const;
  /// Its diagonal: [n_unknowns].
  std::vector<double> assembled_diagonal() const;

 private:
  std::vector<double> cell_matrices_;  ///< [K][Np][Np]
};

/// Unknowns of the fine form's space from those of the coarse one's, on the same cells: exact for every
/// function of the coarse space, but in soft cells at places where stiff parts touch.
/// [fine n_unknowns][coarse n_unknowns]
CsrMatrix prolongation(const ContinuousForm& fine, const ContinuousForm& coarse);

}  // namespace dgsolve
