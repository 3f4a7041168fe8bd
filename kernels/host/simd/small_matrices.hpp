/// Small dense matrices of several cells at once, a cell to each SIMD lane: what setting up operators is made
/// of. Arrays are aligned to 64 bytes.
#pragma once

#include <cstddef>

#include "kernels/host/simd/instruction_set.hpp"

namespace dgsolve::host {

/// The largest matrix that SmallMatrixKernels::invert_positive takes, in rows: a batch stays in the second
/// cache.
constexpr int largest_inverse = 60;

/// A matrix I [n][m] that is zero but for a few entries, column by column.
struct SparseColumns {
  int n, m;
  const int* begin;     ///< [m + 1]: where each column begins
  const int* row;       ///< of each entry
  const double* value;  ///< of each entry
};

struct SmallMatrixKernels {
  int width;       ///< lanes
  int panel_rows;  ///< R of `panels` (kernels/host/simd/layout.hpp)
  /// to[n][lane] ← rows[count][n], at any address; lanes from `count` on repeat the last row.
  void (*load_rows)(int n, int count, const double* rows, double* to);
  /// rows[count][n] ← from[n][lane]
  void (*store_rows)(int n, int count, const double* from, double* rows);
  /// to[rows][lane] ← A columns[depth][lane] for one matrix A [rows][depth], given in panels.
  void (*multiply)(const double* panels, int rows, int depth, const double* columns, double* to);
  /// to[n][lane] ← Σ_t factors[t][n][lane] · rows[t][n].
  void (*combine)(int n, int terms, const double* factors, const double* rows, double* to);
  /// to[m][n][lane] ← Σ_k a[k][m][lane] · b[k][n][lane] for k < depth.
  void (*multiply_lanes)(int m, int n, int depth, const double* a, const double* b, double* to);
  /// to[n (n + 1)/2][lane] += the lower triangle of Σ_k a[k][i][lane] · b[k][j][lane], symmetric, k < depth.
  void (*add_symmetric_product)(int n, int depth, const double* a, const double* b, double* to);
  /// to[m (m + 1)/2][lane] ← the lower triangle of Iᵀ A I, of A's a[n (n + 1)/2][lane]. scratch: [n][lane].
  void (*restrict_triangles)(const SparseColumns& I, const double* a, double* scratch, double* to);
  /// Lower triangles a[n (n + 1)/2][lane] ← those of the inverse in each lane; returns a bit for every lane
  /// whose matrix is not positive definite, and leaves nonsense there.
  unsigned (*invert_positive)(int n, double* a);
};

const SmallMatrixKernels& small_matrix_kernels(InstructionSet set = choose_instruction_set());

}  // namespace dgsolve::host
