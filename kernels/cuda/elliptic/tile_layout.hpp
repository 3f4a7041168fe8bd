/// How the tensor kernel of the interior penalty operator (kernels/cuda/elliptic/tensor_penalty.cuh) keeps
/// tiles of cells, and operators: known to the kernel, to who launches it, and to the tables that it reads.
#pragma once

#include "kernels/base/polynomials.hpp"
#include "kernels/cuda/tensor/panel_layout.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Cells of a tile, which are rows of panels.
constexpr int tile_cells = 16;
/// Cells of more nodes do not fit into the registers of a warp.
constexpr int most_tile_nodes = 56;
/// Values of a straight cell: G_ij, Jλ, and for each face p, w and what weights the flux across.
constexpr int tile_values(int dim) { return dim * (dim + 1) / 2 + 1 + (dim + 1) * (2 + dim); }

/// Where the tensor kernel's operators begin among TileTables::operators; those for directions or faces
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
    take(gradient, dim, operator_numbers(Np, Nq));
    take(own_flux, dim + 1, operator_numbers(Nq, Nfq));
    take(flux_along, dim - 1, operator_numbers(Nfp, Nfq));
    take(flux_inward, 1, operator_numbers(Np, Nfq));
    take(lift_flux, dim + 1, operator_numbers(Nfq, Np));
    take(lift_jump, dim + 1, operator_numbers(Nfp, Np));
    take(lift_gradient, dim + 1, operator_numbers(Nfp, Nq));
    take(divergence, dim, operator_numbers(Nq, Np));
    take(mass, 1, operator_numbers(Np, Np));
  }
};

/// A block of the tensor kernel. Where the operators fit into shared memory, a multiprocessor holds one
/// block, which takes tiles until none is left; else blocks are single warps that take one tile each.
struct TileBlock {
  bool holds_operators = true;
  int warps = 1, resident_blocks = 1;
  int pitch;  ///< numbers from a cell to the next: four columns of four cells lie in different banks
  unsigned shared_bytes = 0;

  constexpr TileBlock(int dim, int N) : pitch((n_polynomials(dim, N) + 3) / 8 * 8 + 4) {
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
};

}  // namespace DGSOLVE_NAMESPACE::cuda
