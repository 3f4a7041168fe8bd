/// Dense matrices of several cells at once, a cell to each lane of the processor's vectors: [..][lane].
#pragma once

#include "kernels/host/simd/memory.hpp"
#include "kernels/host/simd/small_matrices.hpp"
#include "solver/linear/dense.hpp"

namespace dgsolve {

/// Numbers [..][lane], aligned as the functions here expect them.
using BatchArray = host::AlignedArray<double>;

/// How many cells go together.
int batch_width();

/// One matrix for all cells.
class BatchMatrix {
 public:
  explicit BatchMatrix(const Matrix& a);
  /// y ← A x for x [cols][lane], y [rows][lane].
  void multiply(const double* x, double* y) const;
  /// A times each row of x [any][cols]: [any][rows].
  Matrix times_rows(const Matrix& x) const;

 private:
  int rows_, cols_;
  BatchArray panels_;
};

/// y[n][lane] ← Σ_t factors[t][n][lane] · rows[t][n].
void combine(int n, int terms, const double* factors, const double* rows, double* y);

/// to[m][n][lane] ← Σ_k a[k][m][lane] · b[k][n][lane] for k < depth.
void multiply_lanes(int m, int n, int depth, const double* a, const double* b, double* to);

/// to[n (n + 1)/2][lane] += the lower triangle of Σ_k a[k][i][lane] · b[k][j][lane], symmetric, for k <
/// depth.
void add_symmetric_product(int n, int depth, const double* a, const double* b, double* to);

/// coarse [count][m (m + 1)/2] ← the lower triangles of Iᵀ A I, of those of A [count][n (n + 1)/2].
void restrict_triangles(const host::SparseColumns& I, int count, const double* fine, double* coarse);

/// Lower triangles [count][n (n + 1)/2] ← those of the inverses. Throws std::domain_error where one is not
/// positive definite.
void invert_positive(int n, int count, double* triangles);

}  // namespace dgsolve
