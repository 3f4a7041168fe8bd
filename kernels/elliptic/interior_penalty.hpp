/// The symmetric interior penalty operator on one mesh at one order, as plain tables for a device.
///
/// For a cell with values u, and w, p of each face (superscript + across it),
///   y = Σ_ij G_ij D_iᵀ M D_j u + Jλ M u − Σ_f [ R_fᵀ M_f φ_f + w_f F_fᵀ M_f ⟦u⟧_f ],
///   F_f u = Σ_j c_fj R_f D_j u,  ⟦u⟧ = u − u⁺,  φ = w F u − w⁺ (F u)⁺ − p ⟦u⟧,
/// where R_f takes a face's nodes, F u is sJ nᵀκ∇u there with n outward, and u⁺ = (F u)⁺ = 0 at a boundary
/// (Arnold 1982; harmonic weights w: Ern, Stephansen & Zunino, IMA J. Numer. Anal. 29 (2009) 235,
/// doi:10.1093/imanum/drm050). Cells whose factors vary inside bring their own matrices instead.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/mesh_views.hpp"

namespace dgsolve {

/// Straight cells with constant κ and λ have factors, the others matrices: a "general" cell's A_ee, F_f, and
/// P_f in place of p M_f.
struct InteriorPenaltyView {
  int K;
  ReferenceView reference;
  std::span<const double> nodes;      ///< [Np][dim]: in reference coordinates
  std::span<const double> mass;       ///< [Np][Np]: M
  std::span<const double> face_mass;  ///< [Nfp][Nfp]: M_f
  /// At the nodes of the cell [Np][…] and of a face [Nfp][…]: orthonormal bases of the polynomials of degree
  /// N − 1, in which gradients lie.
  std::span<const double> gradient_basis, face_gradient_basis;
  TraceView trace;
  std::span<const double> weight;          ///< [K][n_faces]: w; w⁺ is 1 − w
  std::span<const int> general_index;      ///< [K]: place among the general cells, −1: not one of them
  std::span<const double> stiffness;       ///< [K][dim][dim]: G_ij = J ∇r_i·κ∇r_j
  std::span<const double> reaction;        ///< [K]: Jλ
  std::span<const double> flux;            ///< [K][n_faces][dim]: c_fj = sJ n·κ∇r_j
  std::span<const double> penalty;         ///< [K][n_faces]: p, sJ included
  std::span<const double> own_block;       ///< [Kg][Np][Np]: A_ee
  std::span<const double> flux_matrix;     ///< [Kg][n_faces][Nfp][Np]: F_f
  std::span<const double> penalty_matrix;  ///< [Kg][n_faces][Nfp][Nfp]: P_f

  std::size_t n_unknowns() const { return static_cast<std::size_t>(K) * reference.Np; }
  /// The general cells, or the straight ones, in the mesh's order.
  std::vector<int> cells(bool general) const;
  /// M D_j: [dim][Np][Np]
  std::vector<double> weak_derivatives() const;
};

/// The operators that a device offers beside its linear algebra.
class PenaltyMaps {
 public:
  explicit PenaltyMaps(LinearAlgebra& algebra) : algebra(algebra) {}
  virtual ~PenaltyMaps() = default;

  LinearAlgebra& algebra;  ///< whose vectors the maps take

  /// The operator without its matrix. The view's arrays must outlive it.
  virtual std::unique_ptr<LinearMap> interior_penalty(const InteriorPenaltyView& view,
                                                      Precision precision) = 0;
};

}  // namespace dgsolve
