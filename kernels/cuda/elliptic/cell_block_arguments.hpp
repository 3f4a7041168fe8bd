/// What the kernels are given that make an interior penalty operator's blocks of cells. All of them compute
/// in double precision; T: the number type of the operator's vectors.
#pragma once

#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// A straight cell's block is a sum of reference matrices with factors that are the cell's:
///   Jλ · M;  p_f · R_fᵀ M_f R_f of faces at boundaries that impose nothing;
///   G_ij · (d_iᵀ d_j + d_jᵀ d_i), j < i, and G_ii · d_iᵀ d_i;
///   p_f · R_fᵀ M_f R_f of other faces;  −w_f c_fj · (R_fᵀ M_f R_f D_j + its transpose).
/// The first three lines are its matrix on continuous functions.
struct BlockTerms {
  int dim;

  constexpr int n_faces() const { return dim + 1; }
  constexpr int volume() const { return 1 + n_faces(); }
  constexpr int penalties() const { return volume() + dim * (dim + 1) / 2; }
  constexpr int fluxes() const { return penalties() + n_faces(); }
  constexpr int n_continuous() const { return penalties(); }
  constexpr int n_all() const { return fluxes() + n_faces() * dim; }
};

/// Threads that take a cell, at most.
inline constexpr int most_block_threads = 256;

/// An entry of a symmetric matrix.
struct BlockEntry {
  unsigned short row, column;
};

/// Where symmetric blocks of n rows are made, a cell at a time by a block of `threads` threads.
struct BlockRoom {
  int n_cells, n, n_entries;        ///< n(n + 1)/2
  int n_blocks, threads;            ///< of the launch: blocks take cells in turn
  int numbers;                      ///< that a block of threads needs, in shared memory or in
  double* workspace;                ///< [n_blocks][numbers], where it is not null
  const BlockEntry* entries;        ///< [n_entries]
  const short* face_index_of_node;  ///< [n][n_faces]: a node's place in a face, −1: it is not on it
  int* failed;                      ///< set where a block is not positive definite
};

/// What a cell is: its place among varying cells, constant_cell, or first_general_cell − its place among
/// general ones.
inline constexpr int constant_cell = -1, first_general_cell = -2;

/// Varying cells' tables, as InteriorPenaltyView says; 0 and null where no cell varies, or faces do not
/// count.
template <class T>
struct VaryingBlockArguments {
  int n_gradient, n_trace, Nfp;
  const T* kappa_moments;
  const T* kappa_on_face;
  const double* gradient;       ///< [dim][n_gradient][n]: d_j
  const double* face_gradient;  ///< [n_faces][dim][n_trace][n]: T_f d_j
  const double* face_mass;      ///< [Nfp][Nfp]: M_f

  // Matrices that a varying cell needs on the way.
  constexpr int first_size(int n) const { return n_gradient * n; }
  constexpr int second_size(int n) const { return (n_gradient > Nfp ? n_gradient : Nfp) * n; }
  constexpr int third_size() const { return Nfp * n_trace; }
};

template <class T>
struct CellBlockArguments {
  BlockRoom room;
  int dim;
  const int* kind;   ///< [n_cells]
  const T* factors;  ///< [n_cells][BlockTerms::n_all]
  int n_terms;
  const double* terms;  ///< [n_terms][n_entries]
  VaryingBlockArguments<T> varying;
  // Blocks of general cells.
  const T* squares;         ///< [general][n][n]; or where it is null
  const double* triangles;  ///< [general][n_entries]

  StoredBlocks<T> out;
  double* out_in_double;  ///< [n_cells][n_entries], instead where it is not null
  const int* unknown;     ///< [n_cells][n]
  T* diagonal;            ///< [n_cells][n]: what the cell adds to the diagonal of its nodes' unknowns

  constexpr int n_numbers() const {
    return room.n_entries + room.n + BlockTerms{dim}.n_all() + varying.first_size(room.n) +
           varying.second_size(room.n) + varying.third_size();
  }
};

/// The triangles that a face's cell has from across: K_n's entries at the nodes that it meets.
struct PatchFace {
  int neighbor;  ///< −1: a boundary
  int row;       ///< of nodes_across
};

/// Overlapping Schwarz blocks (solver/multigrid/schwarz.hpp).
template <class T>
struct PatchArguments {
  BlockRoom room;
  int n_faces, Nfp;
  int first_cell;      ///< the mesh's number of the first of n_cells
  const T* triangles;  ///< [cells of the mesh][stride]: K_e
  int stride;
  const PatchFace* faces;              ///< [n_cells][n_faces]
  const unsigned short* nodes_across;  ///< [rows][Nfp]
  const int* unknown;                  ///< [n_cells][n]
  const T* diagonal;                   ///< [n_unknowns]: assembled
  const T* root_weight;                ///< [n_unknowns]: W^½
  StoredBlocks<T> out;

  constexpr int n_numbers() const { return room.n_entries + 2 * room.n; }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
