/// What multigrid must know of the form that it preconditions.
#pragma once

#include <functional>
#include <vector>

#include "solver/discretization/trace_map.hpp"
#include "solver/linear/dense.hpp"
#include "solver/multigrid/continuous_space.hpp"
#include "solver/reference/reference_element.hpp"

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
  /// What is left of the form in a cell for continuous functions: [Np][Np]. Called by several threads at
  /// once.
  std::function<Matrix(int e)> cell_matrix;
  /// What a face adds where functions jump: [2Np][2Np], the nodes of the cell, then those of its neighbour,
  /// or at a boundary those of the boundary's value, extended into the cell by a constant.
  std::function<Matrix(int e, int face)> face_matrix;
};

}  // namespace dgsolve
