/// The matrices of the interior penalty operator's kernels (kernels/host/elliptic/interior_penalty_kernel.hpp
/// has the formulas).
#pragma once

#include <vector>

#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/elliptic/table_matrix.hpp"

namespace dgsolve::host {

struct PenaltyMatrices {
  std::vector<TableMatrix> gradient;    ///< [dim]: d_j, or V d_j; [n_gradient][Np]
  std::vector<TableMatrix> divergence;  ///< [dim]: d_jᵀ, or d_jᵀ V⁻¹; [Np][n_gradient]
  std::vector<TableMatrix> trace;       ///< [n_faces]: T_f [n_trace][n_gradient], or I_f [Nfp][n_trace]
  std::vector<TableMatrix> lift;        ///< [n_faces]: T_fᵀ, or V B_fᵀ M_f; [n_gradient][n_trace or Nfp]
};

/// Of cells with varying κ: gradients by their coefficients.
PenaltyMatrices modal_matrices(const InteriorPenaltyView& view);
/// Of cells with constant κ: gradients by their values at nodes.
PenaltyMatrices nodal_matrices(const InteriorPenaltyView& view);

}  // namespace dgsolve::host
