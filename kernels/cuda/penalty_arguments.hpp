/// What the kernels of the interior penalty operator are given.
#pragma once

#include "kernels/cuda/linear_algebra_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Four numbers that are read together.
template <class T>
struct alignas(16) Four {
  T v[4];
  DGSOLVE_INLINE T& operator[](int i) { return v[i]; }
  DGSOLVE_INLINE const T& operator[](int i) const { return v[i]; }
};

/// Two of them.
template <class T>
struct alignas(2 * sizeof(T)) Two {
  T v[2];
};

/// Warps of a block of the tensor kernels: three blocks of eight nodes each, at most.
constexpr int penalty_warps(int Np) { return ((Np + 7) / 8 + 2) / 3; }
/// From a row of n numbers in shared memory to the next: 4 more than a multiple of 8, so that the four
/// columns that eight rows are read at lie in different banks.
constexpr int row_pitch(int n) { return (n + 3) / 8 * 8 + 4; }

/// A face of a cell: who is across, and how the fluxes of both sides are weighted.
template <class T>
struct alignas(16) PenaltyFace {
  int neighbor;  ///< element across; ~element: a boundary, which meets itself
  int row;       ///< of PenaltyArguments::across
  T w;           ///< of ours; w⁺ = 1 − w
};

/// Who meets a face's node.
struct PenaltyMeeting {
  unsigned short node;  ///< the neighbour's
  short place;          ///< and its place among [n_faces][Nfp]
};

template <class T>
struct PenaltyArguments {
  Blend<T> blend;
  T* fluxes;                         ///< [element][n_faces][Nfp]: F u
  const PenaltyFace<T>* faces;       ///< [straight cells, then general ones][n_faces]
  const PenaltyMeeting* across;      ///< [row][Nfp]
  const unsigned short* face_nodes;  ///< [n_faces][Nfp]
  const short* place_of_node;        ///< [Np][n_faces]: a node's place in a face, −1: it is not on it
  const T* face_mass;                ///< [column][row Nfp]: M_f

  // Straight cells with constant coefficients. Matrices column by column.
  int n_straight;
  const int* straight_element;  ///< [n_straight]
  /// [n_straight][n_faces + 2]: for each face c and p; then G_ii and Jλ; then G_01, G_02, G_12. In 2D zeros
  /// stand for what the third dimension would bring.
  const Four<T>* geometry;
  const T* D;             ///< [column][dim][row Np]
  const T* weak;          ///< [column][dim][row Np]: M D_j
  const T* D_transposed;  ///< [column][dim][row Np]: D_jᵀ
  const T* mass;          ///< [column][row Np]
  // The same in blocks (kernels/cuda/operator_blocks.hpp), layers in dim, for the tensor kernels.
  const T *D_blocks, *weak_blocks;
  const T* divergence_blocks;  ///< D_jᵀ: [node][column][dim]
  const T *mass_blocks, *face_mass_blocks;
  int has_reaction;  ///< 0: Jλ is 0 everywhere

  // The others.
  int n_general;
  const int* general_element;  ///< [n_general]
  const T* own_block;          ///< [n_general][Np][Np], symmetric
  const T* flux_matrix;        ///< [n_general][n_faces][Nfp][Np]
  const T* penalty_matrix;     ///< [n_general][n_faces][Nfp][Nfp], symmetric
};

}  // namespace DGSOLVE_NAMESPACE::cuda
