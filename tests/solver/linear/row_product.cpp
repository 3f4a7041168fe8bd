#include "solver/linear/row_product.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace dgsolve::test {
namespace {

Matrix random_matrix(int rows, int cols, std::mt19937& generator) {
  Matrix m(rows, cols);
  std::normal_distribution<double> normal;
  for (double& value : m.a) value = normal(generator);
  return m;
}

TEST(RowProduct, has_the_bits_of_sums_in_the_order_of_columns) {
  std::mt19937 generator(1);
  for (const int rows : {1, 7, 8, 90})
    for (const int cols : {1, 3, 8, 35, 216})
      for (const int inner : {1, 20, 35}) {
        const Matrix a = random_matrix(rows, inner, generator), b = random_matrix(inner, cols, generator);
        const Matrix c = row_product(a, b);
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < cols; ++j) {
            double sum = 0;
            for (int k = 0; k < inner; ++k) {
              const volatile double term = a(i, k) * b(k, j);  // rounded, whatever the compiler contracts
              sum += term;
            }
            ASSERT_EQ(c(i, j), sum) << rows << ", " << cols << ", " << inner << ": " << i << ", " << j;
          }
      }
}

TEST(RowProduct, refuses_matrices_that_do_not_fit) {
  EXPECT_THROW(row_product(Matrix(2, 3), Matrix(4, 2)), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve::test
