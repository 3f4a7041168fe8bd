/// Products and inverses of the matrices of several cells.
#include "solver/linear/cell_batch.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/base/triangle.hpp"

namespace dgsolve {
namespace {

/// Lower triangles of different ones, well conditioned: [count][n(n + 1)/2].
std::vector<double> positive_triangles(int n, int count) {
  std::vector<double> triangles;
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) triangles.push_back(1.0 / (1 + k + i - j) + (i == j ? n : 0));
  return triangles;
}

TEST(CellBatch, any_number_of_blocks_of_any_size_has_the_inverses_of_each_alone) {
  for (const int n : {1, 10, 61})  // the last one is too large for batches
    for (const int count : {1, 3, 17}) {
      std::vector<double> triangles = positive_triangles(n, count);
      const std::vector<double> before = triangles;
      invert_positive(n, count, triangles.data());
      Matrix block(n, n), inverse(n, n);
      for (int k = 0; k < count; ++k) {
        unpack_triangle(n, &before[k * triangle_size(n)], block.a.data());
        unpack_triangle(n, &triangles[k * triangle_size(n)], inverse.a.data());
        const Matrix expected = positive_inverse(block);
        for (int i = 0; i < n * n; ++i) EXPECT_NEAR(inverse.a[i], expected.a[i], 1e-13);
      }
    }
}

TEST(CellBatch, one_block_that_is_not_positive_definite_is_refused) {
  for (const int n : {10, 61}) {
    std::vector<double> triangles = positive_triangles(n, 5);
    triangles[2 * triangle_size(n)] = -1;
    EXPECT_THROW(invert_positive(n, 5, triangles.data()), std::domain_error);
  }
}

TEST(CellBatch, one_matrix_times_any_number_of_rows_is_the_product_with_its_transpose) {
  Matrix a(7, 4);
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k < 4; ++k) a(i, k) = 1.0 / (1 + i + 3 * k);
  const BatchMatrix batch(a);
  for (const int n : {0, 1, 8, 21}) {
    Matrix x(n, 4);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 4; ++k) x(i, k) = i - 2.0 / (k + 1);
    const Matrix found = batch.times_rows(x), expected = x * transpose(a);
    ASSERT_EQ(found.rows, n);
    for (std::size_t i = 0; i < expected.a.size(); ++i) EXPECT_NEAR(found.a[i], expected.a[i], 1e-13);
  }
  EXPECT_THROW(batch.times_rows(Matrix(2, 3)), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
