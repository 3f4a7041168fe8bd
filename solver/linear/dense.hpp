/// Small dense matrices for setting up operators, by Eigen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dgsolve {

/// Row-major matrix.
struct Matrix {
  int rows = 0, cols = 0;
  std::vector<double> a;  ///< [rows][cols]

  Matrix() = default;
  Matrix(int rows, int cols) : rows(rows), cols(cols), a(static_cast<std::size_t>(rows) * cols, 0.0) {}
  double& operator()(int i, int j) { return a[static_cast<std::size_t>(i) * cols + j]; }
  double operator()(int i, int j) const { return a[static_cast<std::size_t>(i) * cols + j]; }
};

Matrix operator*(const Matrix& a, const Matrix& b);
Matrix transpose(const Matrix& a);
/// m ← m + a b
void add_scaled(Matrix& m, double a, const Matrix& b);
/// m_ij ← m_ij factors_j
void scale_columns(Matrix& m, std::span<const double> factors);
/// Matrix `index` of an array [..][rows][cols].
Matrix entry(std::span<const double> matrices, std::size_t index, int rows, int cols);
/// Writes matrix `index` of such an array.
void store(const Matrix& m, std::size_t index, std::span<double> matrices);
/// a⁻¹; throws std::domain_error where a is singular to working precision.
Matrix inverse(const Matrix& a);
/// a⁻¹ b, and a⁻¹, of a symmetric matrix; throw std::domain_error where a is not positive definite.
Matrix positive_solve(const Matrix& a, const Matrix& b);
Matrix positive_inverse(const Matrix& a);

/// Eigenvalues in rising order and orthonormal eigenvectors (columns) of a symmetric matrix.
struct SymmetricEigen {
  std::vector<double> values;
  Matrix vectors;
};
SymmetricEigen symmetric_eigen(const Matrix& a);

}  // namespace dgsolve
