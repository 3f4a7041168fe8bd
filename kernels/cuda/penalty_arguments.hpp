/// What the kernels of the interior penalty operator are given.
#pragma once

#include "kernels/cuda/linear_algebra_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// A face of a cell: who is across, and how the fluxes of both sides are weighted.
template <class T>
struct PenaltyFace {
  int neighbor;  ///< element across; −1: a boundary
  int row;       ///< of node_across and place_across
  T w_m, w_p;    ///< w⁺ is 0 at a boundary
};

template <class T>
struct PenaltyArguments {
  Blend<T> blend;
  T* fluxes;                          ///< [element][n_faces][Nfp]: F u
  const PenaltyFace<T>* faces;        ///< [element][n_faces]
  const unsigned short* node_across;  ///< [row][Nfp]: the neighbour's node that meets ours
  const short* place_across;          ///< [row][Nfp]: and its place among [n_faces][Nfp]
  const unsigned short* face_nodes;   ///< [n_faces][Nfp]
  const short* place_of_node;         ///< [Np][n_faces]: a node's place in a face, −1: it is not on it
  const T* face_mass;                 ///< [column][row Nfp]: M_f

  // Straight cells with constant coefficients. Matrices column by column.
  int n_straight;
  const int* straight_element;  ///< [n_straight]
  const T* geometry;            ///< [n_straight][dim·dim G; Jλ; n_faces × (dim c, p)]
  const T* D;                   ///< [column][dim][row Np]
  const T* weak;                ///< [column][dim][row Np]: M D_j
  const T* D_transposed;        ///< [column][dim][row Np]: D_jᵀ
  const T* mass;                ///< [column][row Np]

  // The others.
  int n_general;
  const int* general_element;  ///< [n_general]
  const T* own_block;          ///< [n_general][Np][Np], symmetric
  const T* flux_matrix;        ///< [n_general][n_faces][Nfp][Np]
  const T* penalty_matrix;     ///< [n_general][n_faces][Nfp][Nfp], symmetric
};

}  // namespace DGSOLVE_NAMESPACE::cuda
