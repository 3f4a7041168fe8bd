/// A symmetric form on continuous functions, one dense matrix a cell: Σ_e R_eᵀ K_e R_e is not assembled at
/// high degree. Only where functions jump, because stiff parts of the mesh touch (ContinuousSpace), there is
/// a sparse matrix beside.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "kernels/algebra/form_blocks.hpp"
#include "kernels/base/triangle.hpp"
#include "solver/linear/dense.hpp"
#include "solver/multigrid/continuous_space.hpp"

namespace dgsolve {

/// A symmetric form on functions that may jump between cells. A discretisation offers who meets whom, and
/// the form's matrices one cell and one face at a time; from these multigrid makes the same form on
/// continuous functions.
struct DiscontinuousForm {
  const TraceMap& trace;
  const ReferenceElement& element;        ///< its nodal functions are the matrices' rows and columns
  std::vector<BoundarySpace> boundaries;  ///< [boundary groups]: what is asked of continuous functions
  std::vector<double> kappa;              ///< [K]: how stiff a cell is, up to a common factor
  bool constants_in_kernel;               ///< nothing fixes the level of a function
  /// What is left of the form in the cells first … first + count − 1 for continuous functions, lower
  /// triangles (kernels/base/triangle.hpp): [count][Np(Np + 1)/2]. Called by several threads at once.
  std::function<void(int first, int count, double* triangles)> cell_matrices;
  /// What a face adds where functions jump: [2Np][2Np], the nodes of the cell, then those of its neighbour,
  /// or at a boundary those of the boundary's value, extended into the cell by a constant.
  std::function<Matrix(int e, int face)> face_matrix;
  /// Makes the cells' matrices where nothing is torn; null: the host does everywhere.
  FormBlocks* device = nullptr;
  /// On continuous functions of the same degree, where nothing is torn. Not set: there is none.
  MakeContinuous matrix_free = {};
  /// No eigenvalue of the operator with its blocks of cells inverted is larger; none: not known.
  std::optional<double> largest_eigenvalue = {};
  bool stretched = false;  ///< many cells are flat: smoothers take a step more
};

struct CellInterpolation;

class ContinuousForm {
 public:
  /// The form on continuous functions of its element's degree. Keeps references to the form's trace and
  /// device.
  explicit ContinuousForm(const DiscontinuousForm& form);
  /// The same form on functions of degree `degree`, at most that of `fine`: Pᵀ A P with the prolongation P,
  /// which in most cells is Iᵀ K_e I with the interpolation I from their nodes to those of `fine`.
  ContinuousForm(const ContinuousForm& fine, int degree);

  const TraceMap& trace;
  const ReferenceElement element;
  const std::vector<BoundarySpace> boundaries;
  const std::vector<double> kappa;  ///< [K]
  const ContinuousSpace space;

  int K() const { return static_cast<int>(space.unknown.size()) / element.Np; }
  /// Whether a device makes the cells' matrices; then the host has them at degree 1 only.
  bool is_on_device() const { return device_ != nullptr; }
  ContinuousMaps device_maps(std::shared_ptr<LinearMap> sums, std::span<const double> root_weight) const;
  /// The form's map where it needs no cells' matrices; else null.
  std::unique_ptr<LinearMap> matrix_free(std::shared_ptr<LinearMap> sums) const;
  /// K_e's lower triangle (kernels/base/triangle.hpp), zero in cells that are in the remainder.
  const double* cell_triangle(int e) const { return &cell_triangles_[e * triangle_size(element.Np)]; }
  /// For LinearAlgebra::element_blocks. It keeps references to the form.
  ElementBlocks blocks() const;
  /// What is not in the cells' matrices: [n_unknowns][n_unknowns]. No entries where nothing is torn.
  const CsrMatrix& remainder() const { return remainder_; }
  /// [n_unknowns][n_unknowns]
  CsrMatrix assembled() const;
  /// Its diagonal: [n_unknowns].
  std::vector<double> assembled_diagonal() const;

 private:
  double* cell_triangle(int e) { return &cell_triangles_[e * triangle_size(element.Np)]; }
  /// The cell's matrix, which is zero from now on: [Np][Np].
  std::vector<double> take_cell_matrix(int e);
  /// given(i, triangle): writes the i-th of those that the device is to be given.
  template <class Given>
  void set_on_device(Given given);
  CellFunctions functions() const;
  ContinuousNodes nodes(std::shared_ptr<LinearMap> sums) const;
  void set_remainder(const DiscontinuousForm& form);
  void set_remainder(const ContinuousForm& fine, const CellInterpolation& I);

  const MakeContinuous matrix_free_;
  FormBlocks* const device_;
  const Matrix to_form_;                ///< [Np of the form][Np]: for the device
  std::vector<double> given_;           ///< [device's given_cells][Np(Np + 1)/2]
  UnsetVector<double> cell_triangles_;  ///< [K][Np(Np + 1)/2]
  CsrMatrix remainder_;
};

/// Unknowns of the fine form's space from those of the coarse one's, on the same cells: what the coarse
/// function is at the unknown's home, which in all cells that have the unknown is the same, but in soft ones
/// at places where stiff parts touch.
/// [fine n_unknowns][coarse n_unknowns]
CsrMatrix prolongation(const ContinuousForm& fine, const ContinuousForm& coarse);

}  // namespace dgsolve
