/// The symmetric interior penalty operator on one mesh at one order, as plain tables for a device.
///
/// For a cell with values u, and w, p of each face (superscript + across it),
///   y = Σ_ij G_ij D_iᵀ M D_j u + Jλ M u − Σ_f [ R_fᵀ M_f φ_f + w_f F_fᵀ M_f ⟦u⟧_f ],
///   F_f u = Σ_j c_fj R_f D_j u,  ⟦u⟧ = u − u⁺,  φ = w F u − w⁺ (F u)⁺ − p ⟦u⟧,
/// where R_f takes a face's nodes, F u is sJ nᵀκ∇u there with n outward, and u⁺ = (F u)⁺ = 0 at a boundary
/// (Arnold 1982; harmonic weights w: Ern, Stephansen & Zunino, IMA J. Numer. Anal. 29 (2009) 235,
/// doi:10.1093/imanum/drm050).
///
/// Gradients have degree N − 1: with functions q_a that are orthonormal in the reference cell and span these
/// polynomials, D_j u = Σ_a q_a (d_j u)_a, and the volume's term is Σ_ij d_iᵀ G_ij d_j u. Where a scalar κ
/// varies in a straight cell, G_ij and c_fj are without it, and
///   d_iᵀ G_ij K d_j u, K_ab = ∫κ q_a q_b;   F_f u = C_f T_f Σ_j c_fj d_j u,
/// where T_f takes d_j u to functions s_b that are orthonormal on the reference face, and C_f those to the
/// nodal values of a polynomial that has the moments of κ s_b. Other cells whose factors vary bring their own
/// matrices.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/algebra/form_blocks.hpp"
#include "kernels/base/cell_runs.hpp"
#include "kernels/base/mesh_views.hpp"

namespace dgsolve {

/// What a cell's factors are.
enum class PenaltyCell : unsigned char {
  constant,  ///< straight, κ and λ are constants
  varying,   ///< straight, a scalar κ varies
  general,   ///< brings A_ee, F_f, and P_f in place of p M_f
};

/// The functions in which gradients lie, q in a cell and s on a face.
struct GradientView {
  int n;                                   ///< functions q
  int n_on_face;                           ///< functions s
  std::span<const double> basis;           ///< [Np][n]: q at the nodes
  std::span<const double> face_basis;      ///< [Nfp][n_on_face]: s at the nodes of a face
  std::span<const double> at_own_nodes;    ///< [n][n]: q at the nodes of degree N − 1
  std::span<const double> from_own_nodes;  ///< [n][n]: the inverse
  std::span<const int> face_nodes;         ///< [n_faces][n_on_face]: which of these a face has
  std::span<const double> gradient;        ///< [dim][n][Np]: d_j
  std::span<const double> face_trace;      ///< [n_faces][n_on_face][n]: T_f
};

/// Arrays of one kind of cells have these in the mesh's order.
struct InteriorPenaltyView {
  int K;
  ReferenceView reference;
  std::span<const double> nodes;      ///< [Np][dim]: in reference coordinates
  std::span<const double> mass;       ///< [Np][Np]: M
  std::span<const double> face_mass;  ///< [Nfp][Nfp]: M_f
  GradientView gradients;
  TraceView trace;
  std::span<const double> weight;     ///< [K][n_faces]: w; w⁺ is 1 − w
  std::span<const PenaltyCell> kind;  ///< [K]
  // Constant and varying cells:
  std::span<const double> stiffness;  ///< [K][dim][dim]: G_ij = J ∇r_i·κ∇r_j
  std::span<const double> reaction;   ///< [K]: Jλ
  std::span<const double> flux;       ///< [K][n_faces][dim]: c_fj = sJ n·κ∇r_j
  std::span<const double> penalty;    ///< [K][n_faces]: p, sJ included
  // Varying cells:
  std::span<const double> kappa_moments;  ///< [Kv][n(n + 1)/2] with n = gradients.n: K_ab, b ≤ a
  std::span<const double> kappa_on_face;  ///< [Kv][n_faces][Nfp][gradients.n_on_face]: C_f
  // General cells:
  std::span<const double> own_block;       ///< [Kg][Np][Np]: A_ee
  std::span<const double> flux_matrix;     ///< [Kg][n_faces][Nfp][Np]: F_f
  std::span<const double> penalty_matrix;  ///< [Kg][n_faces][Nfp][Nfp]: P_f

  std::size_t n_unknowns() const { return static_cast<std::size_t>(K) * reference.Np; }
  std::size_t n_moments() const { return static_cast<std::size_t>(gradients.n) * (gradients.n + 1) / 2; }
  /// Those of a kind, in the mesh's order.
  std::vector<int> cells(PenaltyCell wanted) const { return cells(wanted, {0, K}); }
  /// Those among some cells.
  std::vector<int> cells(PenaltyCell wanted, CellRange among) const;
  /// M D_j: [dim][Np][Np]
  std::vector<double> weak_derivatives() const;
  /// Whether the inverses of A_ee may be rounded (ElementBlocks::may_be_rounded). Not where κ of one
  /// cell is far larger than across all its faces: next to nothing fixes the level of u there, so that the
  /// inverse is nearly a constant, and the rest would be rounded away.
  bool blocks_may_be_rounded() const;
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
  /// Blocks of an operator that interior_penalty made of this view, where the device makes them itself; else
  /// null. The operator must outlive them too.
  virtual std::unique_ptr<FormBlocks> blocks(const InteriorPenaltyView& view, const LinearMap& op) {
    static_cast<void>(view), static_cast<void>(op);
    return nullptr;
  }
  /// The form of an operator that interior_penalty made, on continuous functions of its degree, without
  /// matrices of cells; null where the device has them only so. The operator must outlive it.
  virtual std::unique_ptr<LinearMap> on_continuous(const LinearMap& op, const ContinuousNodes& nodes) {
    static_cast<void>(op), static_cast<void>(nodes);
    return nullptr;
  }
};

}  // namespace dgsolve
