/// What the kernels of the interior penalty operator are given.
#pragma once

#include "kernels/base/polynomials.hpp"
#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"
#include "kernels/cuda/tensor/panel_layout.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Four numbers that are read together.
template <class T>
struct alignas(16) Four {
  T v[4];
  DGSOLVE_INLINE T& operator[](int i) { return v[i]; }
  DGSOLVE_INLINE const T& operator[](int i) const { return v[i]; }
};

/// A face of a cell: who is across, and how the fluxes of both sides are weighted.
template <class T>
struct alignas(16) PenaltyFace {
  int neighbor;  ///< element across; ~element: a boundary, which meets itself
  int row;       ///< of PenaltyTraces::across
  T w;           ///< of ours; w⁺ = 1 − w
};

/// Who meets a face's node.
struct PenaltyMeeting {
  unsigned short node;  ///< the neighbour's
  short place;          ///< and its place among [n_faces][Nfp]
};

/// Nodes of faces, for all cells.
template <class T>
struct PenaltyTraces {
  const PenaltyMeeting* across;      ///< [row][Nfp], rows as FaceMatches'
  const unsigned short* face_nodes;  ///< [n_faces][Nfp]
  const short* face_index_of_node;   ///< [Np][n_faces]: a node's place in a face, −1: it is not on it
  const T* face_mass;                ///< [column][row Nfp]: M_f
};

/// Cells with constant coefficients, whatever computes them.
struct StraightCells {
  int n;
  const int* element;  ///< [n]
  int has_reaction;    ///< 0: Jλ is 0 everywhere
};

/// Straight cells where a thread takes a node. Matrices column by column.
template <class T>
struct NodeTables {
  const PenaltyFace<T>* faces;  ///< [cell][n_faces]
  /// [cell][n_faces + 2]: for each face c and p; then G_ii and Jλ; then G_01, G_02, G_12. In 2D zeros stand
  /// for what the third dimension would bring.
  const Four<T>* geometry;
  const T* D;             ///< [column][dim][row Np]
  const T* weak;          ///< [column][dim][row Np]: M D_j
  const T* D_transposed;  ///< [column][dim][row Np]: D_jᵀ
  const T* mass;          ///< [column][row Np]
};

/// Who is across a face of two rows of a tile.
struct alignas(16) TileFaces {
  int neighbor[2];  ///< element; −1: nobody, a boundary
  int row[2];  ///< of `columns_across` and PenaltyTraces::across; ~row: its κ varies, or it is general, and
               ///< it publishes
};

/// Straight cells by tensor cores. Faces are numbered by the vertex that they do not touch.
template <class T>
struct TileTables {
  int n_warps;                       ///< of all blocks: they take tiles in turn
  const TileFaces* faces;            ///< [tile][face][8]: of the rows g and g + 8
  const Two<T>* values;              ///< [tile][tile_values][8]: G_ij as (00, 10, 11, …), and what follows
  const double* operators;           ///< as PenaltyOperators says
  const T* zeros;                    ///< [Np]: what is across a boundary
  const EightColumns* face_columns;  ///< [face][4][lane_columns(Nfp)]: nodes of a face, by lane % 4
  /// [row][4][lane_columns(Np)]: the neighbour's nodes, by lane % 4, in the order of face 0 and what lies
  /// behind it, were the cell across the reference cell, met at its face 0
  const EightColumns* columns_across;
};

/// What a block computes of cells in which κ varies, and how many of them it takes: four where what they need
/// fits into its shared memory.
struct VaryingShape {
  int dim, Np, n_faces, n_face_nodes, n_gradient, n_trace;
  int cells = 4;

  constexpr VaryingShape(int dim, int N, int bytes_a_number)
      : dim(dim),
        Np(n_polynomials(dim, N)),
        n_faces(dim + 1),
        n_face_nodes(n_faces * n_polynomials(dim - 1, N)),
        n_gradient(n_polynomials(dim, N - 1)),
        n_trace(n_polynomials(dim - 1, N - 1)) {
    constexpr int most_bytes = 48 * 1024;
    while (cells > 1 && cells * numbers() * bytes_a_number > most_bytes) cells /= 2;
  }
  constexpr int n_geometry() const { return 4 * (n_faces + 2); }
  /// A cell takes so much shared memory.
  constexpr int numbers() const {
    return n_geometry() + Np + (3 * dim + n_faces) * n_gradient + n_faces * n_trace + 4 * n_face_nodes;
  }
};

/// Straight cells in which κ varies. Matrices column by column.
template <class T>
struct VaryingTables {
  int n;
  const int* element;           ///< [n]
  const PenaltyFace<T>* faces;  ///< [n][n_faces]
  const Four<T>* geometry;      ///< as NodeTables'
  const T* kappa_moments;       ///< [n][n_gradient (n_gradient + 1)/2]: K_ab, b ≤ a
  const T* kappa_on_face;       ///< [n][n_faces][Nfp][n_face_gradient]: C_f
  const T* gradient;            ///< [column][dim][row n_gradient]: d_j
  const T* divergence;          ///< [dim][column][row Np]: d_jᵀ
  const T* trace;               ///< [n_faces][column][row n_face_gradient]: T_f
  const T* lift;                ///< [n_faces][column][row n_gradient]: T_fᵀ
  const T* mass;                ///< [column][row Np]
};

/// Cells that bring their own matrices, and straight cells that publish for them.
template <class T>
struct GeneralTables {
  int n;
  const int* element;           ///< [n, then straight cells that meet them]
  const PenaltyFace<T>* faces;  ///< [n][n_faces]
  const T* own_block;           ///< [n][Np][Np], symmetric
  const T* flux_matrix;         ///< [as element][n_faces][Nfp][Np]
  const T* penalty_matrix;      ///< [n][n_faces][Nfp][Nfp], symmetric
};

template <class T>
struct PenaltyArguments {
  Blend<T> blend;
  T* fluxes;  ///< [element][n_faces][Nfp]: F u; null where nobody publishes any
  PenaltyTraces<T> traces;
  StraightCells straight;
  NodeTables<T> nodes;
  TileTables<T> tiles;
  VaryingTables<T> varying;
  GeneralTables<T> general;
};

}  // namespace DGSOLVE_NAMESPACE::cuda
