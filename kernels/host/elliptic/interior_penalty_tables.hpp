/// What crosses from the interior penalty operator to its kernels: plain structs of pointers (see
/// kernels/host/waves/cells/stage_tables.hpp).
#pragma once

#include <cstddef>

#include "kernels/algebra/blend.hpp"

namespace dgsolve::host {

/// Straight cells, W to a block; `slot` is block·W + lane.
template <class T>
struct StraightCells {
  int n;
  bool has_reaction;   ///< λ is not zero everywhere
  const int* element;  ///< [slot]: element; lanes that fill up the last block repeat its first
  /// [block][dim·dim: G; Jλ; n_faces × (dim: c; w, w⁺, p, and 1 or at a boundary 0)][lane]
  const T* geometry;
};

/// Who is across: nodal values from `x`, fluxes from `Q`.
struct PenaltyTraces {
  const int* face_nodes;    ///< [n_faces][Nfp]
  const int* neighbor;      ///< [block][face][lane]: element across, at a boundary the element itself
  const int* permutation;   ///< [block][face][lane]: row of the next two
  const int* node_across;   ///< [rows][Nfp]: its volume node that meets ours
  const int* place_across;  ///< [rows][Nfp]: that node's place among all its faces' nodes
};

/// "Panels" are matrices as `layout::panel_rows` cuts them, with R rows, or R_face for the face mass.
template <class T>
struct PenaltyOperators {
  const T* gradient;    ///< panels of [Np·dim][Np]: D_j, node by node
  const T* weak;        ///< panels of [Np·dim][Np]: M D_j, node by node
  const T* divergence;  ///< panels of [Np][Np·dim]: D_iᵀ
  const T* mass;        ///< panels of [Np][Np]
  const T* face_mass;   ///< panels of [Nfp][Nfp]
};

template <class T>
struct PenaltyTables {
  int Np, Nfp;
  StraightCells<T> cells;
  PenaltyTraces traces;
  PenaltyOperators<T> operators;
};

/// Of a product; all canonical, [K][Np].
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
  int face_panel_rows;                                     ///< R_face
  std::size_t (*scratch)(const PenaltyTables<T>& tables);  ///< values a thread needs
  /// Writes Q.
  void (*publish)(const PenaltyTables<T>& tables, const PenaltyProduct<T>& product, int first, int last,
                  T* scratch);
  /// Reads Q of all cells and writes y.
  void (*apply)(const PenaltyTables<T>& tables, const PenaltyProduct<T>& product, int first, int last,
                T* scratch);
};

}  // namespace dgsolve::host
