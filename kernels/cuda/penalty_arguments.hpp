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

// The tensor kernel (kernels/cuda/tensor_penalty.cuh) takes sixteen cells at a time, a tile, as rows of
// panels (kernels/cuda/panel.cuh).
constexpr int tile_cells = 16;
/// Cells of more nodes do not fit into the registers of a warp.
constexpr int most_panel_nodes = 56;
/// Panels' columns come in groups of four.
constexpr int column_groups(int n) { return (n + 3) / 4; }
/// Polynomials of a degree in dim variables that are linearly independent.
constexpr int n_polynomials(int dim, int degree) {
  int n = 1;
  for (int i = 1; i <= dim; ++i) n = n * (degree + i) / i;
  return n;
}
/// Values of a straight cell: G_ij, Jλ, and for each face p, w and what weights the flux across.
constexpr int tile_values(int dim) { return dim * (dim + 1) / 2 + 1 + (dim + 1) * (2 + dim); }
/// Numbers of a lane's column in each group, filled up so that they are read 16 bytes at a time.
constexpr int lane_columns(int n) { return (column_groups(n) + 7) / 8 * 8; }
struct alignas(16) EightColumns {
  unsigned short of[8];
};

/// Who is across a face of two rows of a tile.
struct alignas(16) TileFaces {
  int neighbor[2];  ///< element; −1: nobody, a boundary
  int row[2];       ///< of `columns_across` and `across`; ~row: it is no straight cell, and publishes fluxes
};

/// Where the tensor kernel's operators begin among PenaltyArguments::operators; those for directions or faces
/// follow one another. Gradients are taken to Nq functions that are orthonormal in the reference cell and
/// span the polynomials of degree N − 1; on a face, fluxes to Nfq such functions there.
struct PenaltyOperators {
  int dim, Np, Nfp, Nq, Nfq;
  int gradient = 0;       ///< [dim]: D_j, Np → Nq
  int own_flux = 0;       ///< [face]: trace, Nq → Nfq
  int flux_along = 0;     ///< [dim − 1]: derivative of what is across along our face, Nfp → Nfq
  int flux_inward = 0;    ///< and into it, Np → Nfq
  int lift_flux = 0;      ///< [face]: R_fᵀ M_f, Nfq → Np
  int lift_jump = 0;      ///< [face]: R_fᵀ M_f, Nfp → Np
  int lift_gradient = 0;  ///< [face]: adjoint of the trace, Nfp → Nq
  int divergence = 0;     ///< [dim]: D_jᵀ, Nq → Np
  int mass = 0;           ///< M, Np → Np
  int size = 0;

  constexpr PenaltyOperators(int dim, int N)
      : dim(dim),
        Np(n_polynomials(dim, N)),
        Nfp(n_polynomials(dim - 1, N)),
        Nq(n_polynomials(dim, N - 1)),
        Nfq(n_polynomials(dim - 1, N - 1)) {
    const auto take = [this](int& first, int n, int numbers) {
      first = size;
      size += n * numbers;
    };
    take(gradient, dim, numbers(Np, Nq));
    take(own_flux, dim + 1, numbers(Nq, Nfq));
    take(flux_along, dim - 1, numbers(Nfp, Nfq));
    take(flux_inward, 1, numbers(Np, Nfq));
    take(lift_flux, dim + 1, numbers(Nfq, Np));
    take(lift_jump, dim + 1, numbers(Nfp, Np));
    take(lift_gradient, dim + 1, numbers(Nfp, Nq));
    take(divergence, dim, numbers(Nq, Np));
    take(mass, 1, numbers(Np, Np));
  }
  /// Of an operator in memory (panel_blocks in kernels/cuda/operator_blocks.hpp).
  static constexpr int numbers(int columns, int rows) {
    return column_groups(columns) * ((rows + 7) / 8) * 32;
  }
};

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

/// A block of the tensor kernel. Where the operators fit into shared memory, a multiprocessor holds one
/// block, which takes tiles until none is left; else blocks are single warps that take one tile each.
struct PanelBlock {
  bool holds_operators = true;
  int warps = 1, resident_blocks = 1;
  int pitch;  ///< numbers from a cell to the next: four columns of four cells lie in different banks
  unsigned shared_bytes = 0;

  constexpr PanelBlock(int dim, int N) : pitch((n_polynomials(dim, N) + 3) / 8 * 8 + 4) {
    const PenaltyOperators operators(dim, N);
    const unsigned of_warp = 8 * (tile_cells * pitch + (dim + 1) * column_groups(operators.Nfq) * 64),
                   other = 32;
    warps = operators.Np <= 20 ? 16 : 8;  // with fewer, all sums have registers, and less is on its way
    shared_bytes = warps * of_warp + 8 * operators.mass + other;
    if (shared_bytes > most_shared_bytes) {
      holds_operators = false;
      warps = 1;
      resident_blocks = 8;
      shared_bytes = of_warp + other;
    }
  }
  /// What blocks may have from compute capability 9.0 on.
  static constexpr unsigned most_shared_bytes = 227 * 1024;
  /// Registers that a thread may have.
  constexpr int most_registers() const {
    const int n = 65536 / (32 * warps * resident_blocks);
    return n < 255 ? n : 255;
  }
};

template <class T>
struct PenaltyArguments {
  Blend<T> blend;
  T* fluxes;                         ///< [element][n_faces][Nfp]: F u; null where nobody publishes any
  const PenaltyMeeting* across;      ///< [row][Nfp]
  const unsigned short* face_nodes;  ///< [n_faces][Nfp]
  const short* place_of_node;        ///< [Np][n_faces]: a node's place in a face, −1: it is not on it
  const T* face_mass;                ///< [column][row Nfp]: M_f

  // Straight cells with constant coefficients.
  int n_straight;
  const int* straight_element;  ///< [n_straight]
  int has_reaction;             ///< 0: Jλ is 0 everywhere
  // A thread a node. Matrices column by column.
  const PenaltyFace<T>* faces;  ///< [n_straight][n_faces]
  /// [n_straight][n_faces + 2]: for each face c and p; then G_ii and Jλ; then G_01, G_02, G_12. In 2D zeros
  /// stand for what the third dimension would bring.
  const Four<T>* geometry;
  const T* D;             ///< [column][dim][row Np]
  const T* weak;          ///< [column][dim][row Np]: M D_j
  const T* D_transposed;  ///< [column][dim][row Np]: D_jᵀ
  const T* mass;          ///< [column][row Np]
  // Tensor cores. Faces are numbered by the vertex that they do not touch.
  int n_warps;                  ///< of all blocks: they take tiles in turn
  const TileFaces* tile_faces;  ///< [tile][face][8]: of the rows g and g + 8
  const Two<T>* tile_values;  ///< [tile][tile_values][8]: of the rows g and g + 8; G_ij as (00, 10, 11, …)
  const T* operators;         ///< as PenaltyOperators says
  const T* zeros;             ///< [Np]: what is across a boundary
  const EightColumns* face_columns;  ///< [face][4][lane_columns(Nfp)]: nodes of a face, by lane % 4
  /// [row][4][lane_columns(Np)]: the neighbour's nodes, by lane % 4, in the order of face 0 and what lies
  /// behind it, were the cell across the reference cell, met at its face 0
  const EightColumns* columns_across;

  // The others.
  int n_general;
  const int* general_element;           ///< [n_general, then straight cells that meet them]
  const PenaltyFace<T>* general_faces;  ///< [n_general][n_faces]
  const T* own_block;                   ///< [n_general][Np][Np], symmetric
  const T* flux_matrix;                 ///< [as general_element][n_faces][Nfp][Np]
  const T* penalty_matrix;              ///< [n_general][n_faces][Nfp][Nfp], symmetric
};

}  // namespace DGSOLVE_NAMESPACE::cuda
