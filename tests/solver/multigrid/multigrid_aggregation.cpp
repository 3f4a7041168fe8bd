#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/linear/sparse.hpp"
#include "solver/multigrid/aggregation.hpp"
#include "tests/support/elliptic/multigrid_setup.hpp"

namespace dgsolve {
namespace {

Matrix random_sparse(int rows, int cols, unsigned seed) {
  std::mt19937 random(seed);
  Matrix m(rows, cols);
  for (double& v : m.a)
    if (random() % 4 == 0) v = static_cast<double>(random() % 1000) / 500 - 1;
  return m;
}

TEST(Csr, products_sums_and_transposes_are_those_of_dense_matrices) {
  const Matrix a = random_sparse(13, 7, 1), b = random_sparse(7, 19, 2), also = random_sparse(13, 7, 3);
  Matrix dense_sum = a;
  add_scaled(dense_sum, 1, also);
  const CsrMatrix product = sparse(a) * sparse(b), sum = sparse(a) + sparse(also);
  EXPECT_LT(largest_difference(dense(product), a * b), 1e-15);
  EXPECT_LT(largest_difference(dense(sum), dense_sum), 1e-15);
  EXPECT_LT(largest_difference(dense(transpose(sparse(a))), transpose(a)), 1e-15);
  for (const CsrMatrix& c : {product, sum})
    for (int i = 0; i < c.rows; ++i)
      for (auto p = c.row_begin[i] + 1; p < c.row_begin[i + 1]; ++p)
        EXPECT_LT(c.column[p - 1], c.column[p]);  // each column once, in order
  EXPECT_THROW(sparse(a) * sparse(a), std::invalid_argument);
  EXPECT_THROW(sparse(a) + sparse(b), std::invalid_argument);
}

/// −Δ on a box of n³ cells, of which the part x > 1/2 hangs on the rest by connections `weak` times as
/// strong.
CsrMatrix laplacian(int n, BoundarySpace boundary, double lambda = 0) {
  return laplace_on_box(3, n, 1, boundary, lambda).form.assembled();
}

TEST(Aggregation, aggregates_are_connected_and_several_unknowns_large) {
  const CsrMatrix a = laplacian(8, BoundarySpace::free);
  const Aggregates aggregates = aggregate(a, 0.4);
  std::vector<int> size(aggregates.count), links(aggregates.count);
  for (int i = 0; i < a.rows; ++i) {
    ASSERT_GE(aggregates.of[i], 0);
    ASSERT_LT(aggregates.of[i], aggregates.count);
    ++size[aggregates.of[i]];
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (a.column[p] != i && aggregates.of[a.column[p]] == aggregates.of[i]) ++links[aggregates.of[i]];
  }
  for (int g = 0; g < aggregates.count; ++g) {
    EXPECT_GT(size[g], 0);
    EXPECT_GE(links[g], 2 * (size[g] - 1));  // at least a tree, each link seen from both ends
  }
  EXPECT_LT(aggregates.count, a.rows / 4);
}

TEST(Aggregation, no_aggregate_reaches_across_a_weak_connection) {
  // Two copies of a Laplacian, tied together unknown by unknown, a million times weaker.
  const Matrix part = dense(laplacian(3, BoundarySpace::free));
  const int n = part.rows;
  Matrix two(2 * n, 2 * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) two(i, j) = two(n + i, n + j) = part(i, j);
    const double weak = 1e-6 * part(i, i);
    two(i, n + i) = two(n + i, i) = -weak;
    two(i, i) += weak;
    two(n + i, n + i) += weak;
  }
  const Aggregates aggregates = aggregate(sparse(two), 0.4);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) EXPECT_NE(aggregates.of[i], aggregates.of[n + j]);
}

TEST(Aggregation, aggregates_follow_the_direction_of_strong_connections) {
  // −u_xx − ε u_yy by differences on 12 × 12 points.
  constexpr int n = 12;
  Matrix a(n * n, n * n);
  const auto connect = [&a](int i, int j, double strength) {
    a(i, j) = a(j, i) = -strength;
    a(i, i) += strength;
    a(j, j) += strength;
  };
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      if (x + 1 < n) connect(y * n + x, y * n + x + 1, 1);
      if (y + 1 < n) connect(y * n + x, y * n + n + x, 0.2);
    }
  const Aggregates aggregates = aggregate(sparse(a), 0.4);
  for (int i = 0; i < n * n; ++i)
    for (int j = 0; j < n * n; ++j) EXPECT_TRUE(aggregates.of[i] != aggregates.of[j] || i / n == j / n);
  EXPECT_LE(aggregates.count, n * n / 2);
}

TEST(Aggregation, unknowns_that_hardly_depend_on_others_are_left_to_the_smoother) {
  CsrMatrix a = laplacian(4, BoundarySpace::free);
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (a.column[p] == i && i % 2 == 0) a.value[p] *= 10;
  const Aggregates aggregates = aggregate(a, 0.4);
  for (int i = 0; i < a.rows; ++i) EXPECT_EQ(aggregates.of[i] < 0, i % 2 == 0);
}

TEST(Aggregation, constants_stay_constants) {
  const CsrMatrix a = laplacian(6, BoundarySpace::free);
  const Aggregates aggregates = aggregate(a, 0.4);
  for (double threshold : {0.0, 0.1, 0.4, 1.0}) {
    const CsrMatrix p = smoothed_prolongation(a, threshold, aggregates);
    ASSERT_EQ(p.rows, a.rows);
    ASSERT_EQ(p.cols, aggregates.count);
    for (int i = 0; i < p.rows; ++i) {
      double sum = 0;
      for (auto k = p.row_begin[i]; k < p.row_begin[i + 1]; ++k) sum += p.value[k];
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

/// What smoothing the prolongator is for: coarse functions of less energy.
TEST(Aggregation, smoothed_coarse_functions_have_less_energy_than_steps) {
  const CsrMatrix a = laplacian(6, BoundarySpace::zero);
  const Aggregates aggregates = aggregate(a, 0.4);
  const CsrMatrix p = smoothed_prolongation(a, 0.4, aggregates);
  Matrix steps(a.rows, aggregates.count);
  for (int i = 0; i < a.rows; ++i) steps(i, aggregates.of[i]) = 1;
  const std::vector<double> smooth = diagonal(transpose(p) * (a * p)),
                            rough = diagonal(transpose(sparse(steps)) * (a * sparse(steps)));
  for (int g = 0; g < aggregates.count; ++g) EXPECT_LT(smooth[g], 0.7 * rough[g]);
}

}  // namespace
}  // namespace dgsolve
