#include "solver/linear/sparse_eigen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "solver/linear/sparse.hpp"

namespace dgsolve::test {
namespace {

constexpr int side = 20;  ///< of a grid of points

/// Differences of second order on the grid, zero around it; `shift` is added to the diagonal.
CsrMatrix grid_laplacian(double shift = 0) {
  return matrix_of_sums(side * side, side * side, [=](int row, RowSums& sums) {
    const int i = row % side, j = row / side;
    sums.add(row, 4 + shift);
    if (i > 0) sums.add(row - 1, -1);
    if (i < side - 1) sums.add(row + 1, -1);
    if (j > 0) sums.add(row - side, -1);
    if (j < side - 1) sums.add(row + side, -1);
  });
}

CsrMatrix diagonal_matrix(int rows, double value) {
  return matrix_of_sums(rows, rows, [=](int row, RowSums& sums) { sums.add(row, value); });
}

/// The grid's eigenvalues, rising; all but those with i = j come in pairs.
std::vector<double> exact_eigenvalues() {
  std::vector<double> values;
  for (int i = 1; i <= side; ++i)
    for (int j = 1; j <= side; ++j)
      values.push_back(4 - 2 * std::cos(i * std::numbers::pi / (side + 1)) -
                       2 * std::cos(j * std::numbers::pi / (side + 1)));
  std::sort(values.begin(), values.end());
  return values;
}

TEST(SparseEigen, finds_pairs_of_equal_eigenvalues_both) {
  const std::vector<double> exact = exact_eigenvalues();
  for (const int n : {1, 2, 3, 17, 40}) {
    const EigenPairs pairs = smallest_eigenpairs(grid_laplacian(), diagonal_matrix(side * side, 2), n, 0.01);
    ASSERT_EQ(pairs.values.size(), static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) EXPECT_NEAR(pairs.values[i], exact[i] / 2, 1e-11) << n << ' ' << i;
  }
}

TEST(SparseEigen, vectors_are_orthonormal_in_the_inner_product_of_m) {
  const EigenPairs pairs = smallest_eigenpairs(grid_laplacian(), diagonal_matrix(side * side, 2), 12, 0.01);
  for (int a = 0; a < 12; ++a)
    for (int b = 0; b < 12; ++b) {
      double product = 0;
      for (int i = 0; i < side * side; ++i) product += 2 * pairs.vectors[a][i] * pairs.vectors[b][i];
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-9) << a << ' ' << b;
    }
}

TEST(SparseEigen, smaller_matrices_have_all_their_eigenvalues) {
  const EigenPairs pairs = smallest_eigenpairs(diagonal_matrix(3, 6), diagonal_matrix(3, 2), 10, 1);
  ASSERT_EQ(pairs.values.size(), 3u);
  for (const double value : pairs.values) EXPECT_NEAR(value, 3, 1e-14);
}

/// Half of the unknowns have rows of zeros in A: λ = 0 is left out, and the others are those of the first
/// half.
TEST(SparseEigen, vectors_of_rows_of_zeros_are_left_out) {
  const CsrMatrix grid = grid_laplacian(-1);  // not definite
  const int half = side * side;
  const CsrMatrix A = matrix_of_sums(2 * half, 2 * half, [&](int row, RowSums& sums) {
    if (row < half)
      for (auto k = grid.row_begin[row]; k < grid.row_begin[row + 1]; ++k)
        sums.add(grid.column[k], grid.value[k]);
  });
  const CsrMatrix B = diagonal_matrix(2 * half, 1);
  const ComplexEigenPairs pairs = eigenpairs_near(A, B, -1.05, 5, half);
  std::vector<double> exact = exact_eigenvalues();
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(pairs.values[i].real(), exact[i] - 1, 1e-9);
    EXPECT_NEAR(pairs.values[i].imag(), 0, 1e-9);
  }
}

TEST(SparseEigen, a_matrix_that_is_not_positive_is_refused) {
  EXPECT_THROW(solve_positive(grid_laplacian(-1), std::vector<double>(side * side, 1.0)), std::domain_error);
  const std::vector<double> x = solve_positive(diagonal_matrix(2, 4), std::vector<double>{8, 12});
  EXPECT_EQ(x, (std::vector<double>{2, 3}));
}

}  // namespace
}  // namespace dgsolve::test
