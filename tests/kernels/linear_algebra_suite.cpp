// Linear algebra on the device that this executable is for: maps against dense products, conjugate gradients.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/kernels/linear_algebra_under_test.hpp"
#include "tests/support/kernels/triangles_of.hpp"

namespace dgsolve::test {
namespace {

using Dense = std::vector<std::vector<double>>;

std::vector<double> product(const Dense& A, const std::vector<double>& x) {
  std::vector<double> y(A.size());
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) y[i] += A[i][j] * x[j];
  return y;
}

/// y ← α A x + β b, into another vector, in place and added to a third, with b that third, with β = 0 over
/// NaN.
void expect_multiplies(LinearAlgebra& la, LinearMap& map, const Dense& A) {
  const double tolerance = map.precision == Precision::single ? 1e-5 : 1e-13;
  const auto x = random_numbers(map.cols, 1), b = random_numbers(map.rows, 2),
             s = random_numbers(map.rows, 3), Ax = product(A, x);
  const auto x_device = on_device(la, x, map.precision), b_device = on_device(la, b, map.precision),
             sum = on_device(la, s, map.precision);
  const auto y = on_device(la, std::vector<double>(map.rows, NAN), map.precision);
  map.apply(*x_device, *y);
  const auto applied = values(la, *y);
  map.residual(*b_device, *x_device, *y);
  const auto residual = values(la, *y);
  map.multiply(0.5, *x_device, 2, *b_device, *b_device, sum.get());
  const auto in_place = values(la, *b_device), added = values(la, *sum);
  map.multiply(0.5, *x_device, -0.3, *sum, *y, sum.get());
  const auto from_sum = values(la, *y), added_again = values(la, *sum);
  for (std::size_t i = 0; i < map.rows; ++i) {
    EXPECT_NEAR(applied[i], Ax[i], tolerance);
    EXPECT_NEAR(residual[i], b[i] - Ax[i], tolerance);
    EXPECT_NEAR(in_place[i], 0.5 * Ax[i] + 2 * b[i], tolerance);
    EXPECT_NEAR(added[i], s[i] + 0.5 * Ax[i] + 2 * b[i], tolerance);
    EXPECT_NEAR(from_sum[i], 0.5 * Ax[i] - 0.3 * added[i], tolerance);
    EXPECT_NEAR(added_again[i], added[i] + 0.5 * Ax[i] - 0.3 * added[i], tolerance);
  }
}

/// [n_blocks][n][n]
std::vector<double> random_symmetric_blocks(int n_blocks, int n, unsigned seed) {
  std::vector<double> blocks = random_numbers(static_cast<std::size_t>(n_blocks) * n * n, seed);
  for (double* block = blocks.data(); block < blocks.data() + blocks.size(); block += n * n)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) block[i * n + j] = block[j * n + i];
  return blocks;
}

template <class Test>
class OnDevice : public Test {
 protected:
  const std::shared_ptr<LinearAlgebra> device = linear_algebra_under_test();
};

class LinearMaps : public OnDevice<testing::TestWithParam<Precision>> {};
class LinearAlgebraOnDevice : public OnDevice<testing::Test> {};
INSTANTIATE_TEST_SUITE_P(, LinearMaps, testing::Values(Precision::single, Precision::double_));

/// As large as what a GPU takes at once, and two times and a half of it.
TEST_P(LinearMaps, numbers_of_vectors_of_any_size_come_back) {
  for (const std::size_t n : {1u, 32768u, 32769u, 1048576u, 2097152u, 5242881u}) {
    std::vector<double> x = random_numbers(n, 5);
    if (GetParam() == Precision::single)
      for (double& value : x) value = static_cast<float>(value);
    EXPECT_TRUE(values(*device, *on_device(*device, x, GetParam())) == x) << n << " numbers";
  }
}

TEST_P(LinearMaps, sparse_rows_multiply_as_the_dense_matrix_does) {
  LinearAlgebra& la = *device;
  CsrMatrix m{19, 5, {0}, {}, {}};
  Dense A(19, std::vector<double>(5));
  for (int i = 0; i < 19; ++i) {
    for (int j = i % 3; j < 5; j += 1 + i % 2) {
      m.column.push_back(j);
      m.value.push_back(A[i][j] = std::sin(i + 3.0 * j));
    }
    m.row_begin.push_back(static_cast<std::int64_t>(m.column.size()));
  }
  expect_multiplies(la, *la.csr(m, GetParam()), A);
  expect_multiplies(la, *la.sliced_ell(m, GetParam()), A);
}

/// As many lanes a row as a GPU has use for; rows that begin anywhere, are empty, or ten times as long as
/// others.
TEST_P(LinearMaps, sparse_rows_of_any_length_multiply_as_the_dense_matrix_does) {
  LinearAlgebra& la = *device;
  const int rows = 70, cols = 900;
  for (const int length : {1, 9, 18, 35, 70, 140, 300}) {
    SCOPED_TRACE("rows of about " + std::to_string(length));
    CsrMatrix m{rows, cols, {0}, {}, {}};
    Dense A(rows, std::vector<double>(cols));
    const auto numbers = random_numbers(static_cast<std::size_t>(rows) * cols, 6);
    for (int i = 0; i < rows; ++i) {
      const int entries = i % 7 == 3 ? 0 : i == 40 ? std::min(10 * length, cols) : length + i % 4;
      for (int k = 0; k < entries; ++k) {
        const int j = (i + k * (cols / entries)) % cols;
        m.column.push_back(j);
        m.value.push_back(A[i][j] = numbers[i * cols + j] / entries);
      }
      m.row_begin.push_back(static_cast<std::int64_t>(m.column.size()));
    }
    expect_multiplies(la, *la.csr(m, GetParam()), A);
  }
}

TEST_P(LinearMaps, sparse_blocks_multiply_as_the_dense_matrix_does) {
  LinearAlgebra& la = *device;
  // For kernels that take five columns at once: too few, five, some left; and a tetrahedron's nodes at
  // N = 10.
  for (const int n : {3, 5, 12, 286}) {
    SCOPED_TRACE(n);
    BlockCsrMatrix m{3, 4, n, {0, 2, 2, 5}, {0, 3, 0, 1, 2}, random_numbers(5 * n * n, 3)};
    for (double& value : m.value) value /= n;
    Dense A(3 * n, std::vector<double>(4 * n));
    for (int row = 0; row < 3; ++row)
      for (auto k = m.row_begin[row]; k < m.row_begin[row + 1]; ++k)
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) A[row * n + i][m.column[k] * n + j] = m.value[(k * n + i) * n + j];
    expect_multiplies(la, *la.block_csr(m, GetParam()), A);
  }
}

TEST_P(LinearMaps, overlapping_blocks_add_up_and_leave_out_negative_indices) {
  LinearAlgebra& la = *device;
  const int n_blocks = 5;
  const std::size_t size = 9;
  for (const int n : {4, 10}) {
    SCOPED_TRACE("n = " + std::to_string(n));
    std::vector<int> indices;
    for (int e = 0; e < n_blocks; ++e)
      for (int i = 0; i < n; ++i) indices.push_back(i == 2 && e % 2 == 0 ? -1 : (2 * e + 3 * i) % 9);
    const auto blocks = random_symmetric_blocks(n_blocks, n, 4);
    Dense A(size, std::vector<double>(size));
    for (int e = 0; e < n_blocks; ++e)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (indices[e * n + i] >= 0 && indices[e * n + j] >= 0)
            A[indices[e * n + i]][indices[e * n + j]] += blocks[(e * n + i) * n + j];
    ElementBlocks overlapping{n_blocks, n, size, indices, triangles_of(blocks, n)};
    expect_multiplies(la, *la.element_blocks(overlapping, GetParam()), A);
    overlapping.sums = la.scatter_add(InverseIndex(indices, size), indices.size(), GetParam());
    expect_multiplies(la, *la.element_blocks(overlapping, GetParam()), A);
    overlapping.sums = la.scatter_add(InverseIndex(indices, size + 1), indices.size(), GetParam());
    EXPECT_THROW(la.element_blocks(overlapping, GetParam()), std::invalid_argument);
  }
}

/// Blocks may have any size: many fit into a GPU's shared memory together, one, or not even one.
TEST_P(LinearMaps, blocks_without_indices_are_a_block_diagonal) {
  LinearAlgebra& la = *device;
  for (const int n : {1, 3, 6, 10, 15, 20, 35, 110, 170}) {
    SCOPED_TRACE("n = " + std::to_string(n));
    const int n_blocks = n < 10 ? 75 : n < 100 ? 21 : 2, size = n * n_blocks;
    const auto blocks = random_symmetric_blocks(n_blocks, n, 5);
    Dense A(size, std::vector<double>(size));
    for (int e = 0; e < n_blocks; ++e)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) A[e * n + i][e * n + j] = blocks[(e * n + i) * n + j];
    const auto map = la.element_blocks(
        {n_blocks, n, static_cast<std::size_t>(size), {}, triangles_of(blocks, n)}, GetParam());
    expect_multiplies(la, *map, A);
  }
}

TEST_P(LinearMaps, blocks_that_may_be_rounded_are_so_by_a_32767th_of_their_diagonals_and_stay_symmetric) {
  LinearAlgebra& la = *device;
  for (const int n : {1, 3, 6, 10, 15, 20, 35, 110, 170}) {
    SCOPED_TRACE("n = " + std::to_string(n));
    const int n_blocks = n < 10 ? 75 : n < 100 ? 21 : 2, size = n * n_blocks;
    auto blocks = random_symmetric_blocks(n_blocks, n, 6);
    const auto entry = [&](int e, int i, int j) -> double& { return blocks[(e * n + i) * n + j]; };
    // Diagonals of very different sizes bound their rows and columns; a row of zeros is one that is left out.
    const auto root = [&](int i) { return i == 1 ? 0.0 : std::pow(10.0, i % 7 - 3); };
    for (int e = 0; e < n_blocks; ++e)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) entry(e, i, j) = root(i) * root(j) * (i == j ? 1 : entry(e, i, j) / n);
    const auto map = la.element_blocks(
        {n_blocks, n, static_cast<std::size_t>(size), {}, triangles_of(blocks, n), true}, GetParam());
    const auto product = [&](const std::vector<double>& x) {
      const auto from = la.vector(size, GetParam()), to = la.vector(size, GetParam());
      la.upload(x, *from);
      map->apply(*from, *to);
      std::vector<double> y(size);
      la.download(*to, y);
      return y;
    };
    const auto x = random_numbers(size, 7), z = random_numbers(size, 8), Bx = product(x), Bz = product(z);
    const double epsilon = GetParam() == Precision::single ? 0.5 / 32767 + 1e-6 : 1e-13;
    double xBz = 0, zBx = 0, sizes = 0;
    for (int e = 0; e < n_blocks; ++e)
      for (int i = 0; i < n; ++i) {
        double expected = 0, tolerance = 0;
        for (int j = 0; j < n; ++j) {
          expected += entry(e, i, j) * x[e * n + j];
          tolerance += root(i) * root(j) * std::abs(x[e * n + j]) * epsilon;
        }
        EXPECT_NEAR(Bx[e * n + i], expected, tolerance);
        xBz += x[e * n + i] * Bz[e * n + i];
        zBx += z[e * n + i] * Bx[e * n + i];
        sizes += std::abs(x[e * n + i] * Bz[e * n + i]);
      }
    EXPECT_NEAR(xBz, zBx, 1e-6 * sizes);
  }
}

TEST_P(LinearMaps, gather_and_scatter_add_are_transposes) {
  LinearAlgebra& la = *device;
  const std::vector<int> indices{3, 0, -1, 2, 3, 3, 1};
  Dense G(indices.size(), std::vector<double>(5)), S(5, std::vector<double>(indices.size()));
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (indices[i] >= 0) G[i][indices[i]] = S[indices[i]][i] = 1;
  expect_multiplies(la, *la.gather(indices, 5, GetParam()), G);
  expect_multiplies(la, *la.scatter_add(InverseIndex(indices, 5), indices.size(), GetParam()), S);
}

TEST_F(LinearAlgebraOnDevice,
       a_vector_keeps_its_digits_through_single_precision_when_it_is_scaled_by_its_norm) {
  LinearAlgebra& la = *device;
  std::vector<double> tiny = random_numbers(100, 9);
  for (double& value : tiny) value *= 1e-60;  // below the smallest float
  const auto x = on_device(la, tiny, Precision::double_), back = la.vector(100, Precision::double_);
  const auto single = la.vector(100, Precision::single);
  const auto norm = la.scalar();
  la.norm(*x, *norm);
  la.copy_scaled(*x, Scaling::divide, *norm, *single);
  la.copy_scaled(*single, Scaling::multiply, *norm, *back);
  const auto result = values(la, *back);
  for (std::size_t i = 0; i < tiny.size(); ++i) EXPECT_NEAR(result[i], tiny[i], 1e-7 * la.value(*norm));
  la.copy(*x, *single);
  la.norm(*single, *norm);
  EXPECT_EQ(la.value(*norm), 0);
  la.copy_scaled(*x, Scaling::divide, *norm, *single);  // 0 / 0
  la.norm(*single, *norm);
  EXPECT_EQ(la.value(*norm), 0);
}

TEST_F(LinearAlgebraOnDevice,
       conjugate_gradients_solve_in_as_many_steps_as_there_are_unknowns_and_then_stand_still) {
  LinearAlgebra& la = *device;
  const int n = 40;
  const CsrMatrix matrix = second_difference(n, 2);
  const CgRun run = conjugate_gradients(la, matrix, 1e-12, n + 20),
              longer = conjugate_gradients(la, matrix, 1e-12, n + 50);
  EXPECT_EQ(run.progress.status, CgStatus::converged);
  EXPECT_LE(run.progress.history.size(), static_cast<std::size_t>(n + 1));
  EXPECT_EQ(run.x, longer.x);
  const auto b = random_numbers(n, 10);
  for (int i = 0; i < n; ++i)
    EXPECT_NEAR(2 * run.x[i] - (i > 0 ? run.x[i - 1] : 0) - (i < n - 1 ? run.x[i + 1] : 0), b[i], 1e-11);
}

TEST_F(LinearAlgebraOnDevice, conjugate_gradients_tell_why_they_stop) {
  LinearAlgebra& la = *device;
  EXPECT_EQ(conjugate_gradients(la, second_difference(40, 2), 1e-12, 3).progress.status, CgStatus::running);
  EXPECT_EQ(conjugate_gradients(la, second_difference(40, -2), 1e-12, 3).progress.status,
            CgStatus::indefinite);
  EXPECT_EQ(conjugate_gradients(la, second_difference(40, 2), 1e-12, 3, -1).progress.status,
            CgStatus::indefinite_preconditioner);
  EXPECT_EQ(conjugate_gradients(la, second_difference(40, NAN), 1e-12, 3).progress.status,
            CgStatus::not_finite);
}

TEST_F(LinearAlgebraOnDevice, conjugate_gradients_on_a_used_state_have_the_bits_of_those_on_a_fresh_one) {
  LinearAlgebra& la = *device;
  const int most = 60;
  const CsrMatrix good = second_difference(40, 2), indefinite = second_difference(40, 1.5);
  const auto state = la.cg_state(most);
  const CgRun failed = conjugate_gradients(la, *state, indefinite, 1e-12, most);
  EXPECT_EQ(failed.progress.status, CgStatus::indefinite);
  EXPECT_GT(failed.progress.history.size(), 0u);
  const CgRun used = conjugate_gradients(la, *state, good, 1e-12, most),
              fresh = conjugate_gradients(la, good, 1e-12, most);
  EXPECT_EQ(used.progress.status, CgStatus::converged);
  EXPECT_EQ(fresh.progress.status, CgStatus::converged);
  EXPECT_EQ(used.progress.history, fresh.progress.history);
  EXPECT_EQ(used.x, fresh.x);
}

TEST_F(LinearAlgebraOnDevice, what_does_not_fit_together_is_refused) {
  LinearAlgebra& la = *device;
  const auto x = la.vector(4, Precision::double_), y = la.vector(5, Precision::double_),
             single = la.vector(4, Precision::single);
  EXPECT_THROW(la.combine(1, *x, 1, *y), std::invalid_argument);
  EXPECT_THROW(la.combine(1, *x, 1, *single), std::invalid_argument);
  EXPECT_THROW(la.csr({2, 2, {0, 1, 2}, {0, 2}, {1, 1}}, Precision::double_), std::invalid_argument);
  EXPECT_THROW(la.csr({2, 2, {0, 1}, {0}, {1}}, Precision::double_), std::invalid_argument);
  EXPECT_THROW(la.gather(std::vector<int>{0, 3}, 3, Precision::double_), std::invalid_argument);
  EXPECT_THROW(InverseIndex(std::vector<int>{0, 3}, 3), std::invalid_argument);
  EXPECT_THROW(la.scatter_add(InverseIndex(std::vector<int>{0, 2}, 3), 1, Precision::double_),
               std::invalid_argument);
  EXPECT_THROW(la.element_blocks({2, 2, 5, {}, [](int, int, double*) {}}, Precision::double_),
               std::invalid_argument);
}

TEST_F(LinearAlgebraOnDevice, memory_is_that_of_living_objects) {
  LinearAlgebra& la = *device;
  const std::size_t before = la.memory();
  {
    const auto x = la.vector(1000, Precision::double_), y = la.vector(1000, Precision::single);
    EXPECT_EQ(la.memory(), before + 12000u);
    const auto A = la.csr(second_difference(1000, 2), Precision::double_);
    EXPECT_GE(la.memory(), before + 12000u + 2998 * 12);
  }
  EXPECT_EQ(la.memory(), before);
}

}  // namespace
}  // namespace dgsolve::test
