/// What crosses from the interior penalty operator to its kernels: plain structs of pointers (see
/// kernels/host/waves/cells/stage_tables.hpp).
#pragma once

#include <cstddef>

#include "kernels/algebra/blend.hpp"

namespace dgsolve::host {

/// Straight cells with constant κ, or those with varying κ, W to a block; `slot` is block·W + lane.
template <class T>
struct StraightCells {
  int n;
  bool has_reaction;   ///< λ is not zero everywhere
  const int* element;  ///< [slot]: element; lanes that fill up the last block repeat its first
  /// [block][dim·dim: G; Jλ; n_faces × (dim: c; w, w⁺, p, and 1 or at a boundary 0)][lane]
  const T* geometry;
  // Varying cells:
  const T* kappa_moments;  ///< [block][n_gradient (n_gradient + 1)/2: K_ab, b ≤ a][lane]
  const T* kappa_on_face;  ///< [block][n_faces][Nfp][n_trace: C_f][lane]
};

/// Who is across: nodal values from `x`, fluxes from `Q`.
struct PenaltyTraces {
  const int* face_nodes;    ///< [n_faces][Nfp]
  const int* neighbor;      ///< [block][face][lane]: element across, at a boundary the element itself
  const int* permutation;   ///< [block][face][lane]: row of the next two
  const int* node_across;   ///< [rows][Nfp]: its volume node that meets ours
  const int* place_across;  ///< [rows][Nfp]: that node's place among all its faces' nodes
  // The same for kernels that read by vectors. Null for others.
  const int* value_across;  ///< [rows][W]: which of the first W values of a cell, then of its last W
  const int* flux_across;   ///< [rows][W]: which of W fluxes
  const int* first_flux;    ///< [rows]: where these begin
};

/// "Panels" are matrices as `layout::panel_rows` cuts them, with R rows.
template <class T>
struct PenaltyOperators {
  const T* gradient;          ///< panels of [n_gradient·dim][Np]: d_j, or V d_j, function by function
  const T* divergence;        ///< panels of [Np][n_gradient·dim]: d_iᵀ, or d_iᵀ V⁻¹
  const T* mass;              ///< panels of [Np][Np]
  const T* face_mass;         ///< panels of [Nfp][Nfp]
  const int* trace_nodes;     ///< [n_faces][n_trace]: gradients' nodes of a face; null where κ varies
  const T* trace;             ///< [n_faces] panels: I_f [Nfp][n_trace], or T_f [n_trace][n_gradient]
  const T* lift;              ///< [n_faces] panels of [n_gradient][Nfp or n_trace]: V B_fᵀ M_f, or T_fᵀ
  int trace_size, lift_size;  ///< numbers of a face's panels
};

template <class T>
struct PenaltyTables {
  int Np, Nfp, n_gradient;
  int n_trace;  ///< functions of a face in which varying κ acts
  StraightCells<T> cells;
  PenaltyTraces traces;
  PenaltyOperators<T> operators;
};

/// The vectors of a product; all canonical, [K][Np].
template <class T>
struct PenaltyProduct : Blend<T> {
  T* Q;  ///< [K][n_faces][Nfp]: fluxes F u of all cells
};

/// Kernels for one dimension, number type and instruction set. Blocks [first, last); scratch is aligned to 64
/// bytes.
template <class T>
struct PenaltyKernels {
  int width;                                               ///< W
  int panel_rows;                                          ///< R
  bool reads_vectors;                                      ///< what comes from across
  std::size_t (*scratch)(const PenaltyTables<T>& tables);  ///< values a thread needs
  /// Writes Q.
  void (*publish)(const PenaltyTables<T>& tables, const PenaltyProduct<T>& product, int first, int last,
                  T* scratch);
  /// Reads Q of all cells and writes y.
  void (*apply)(const PenaltyTables<T>& tables, const PenaltyProduct<T>& product, int first, int last,
                T* scratch);
  /// y[Np][lane] ← what the cells of a block have of the form for u[Np][lane] without their faces.
  void (*volume)(const PenaltyTables<T>& tables, int block, const T* u, T* y, T* scratch);
};

}  // namespace dgsolve::host
