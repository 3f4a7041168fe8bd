/// Small matrices of several cells at once, on every instruction set of this processor.
#include "kernels/host/simd/small_matrices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kernels/base/rounded.hpp"
#include "kernels/base/triangle.hpp"
#include "kernels/host/algebra/symmetric_blocks.hpp"
#include "kernels/host/simd/panels.hpp"

namespace dgsolve {
namespace {

using host::AlignedArray;
using host::InstructionSet;

class SmallMatrices : public testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    if (!host::is_available(GetParam())) GTEST_SKIP() << "this processor has no such instructions";
  }
  AlignedArray<double> numbers(std::size_t n) {
    AlignedArray<double> x(n);
    for (double& v : x) v = std::uniform_real_distribution(-1.0, 1.0)(random_);
    return x;
  }

 private:
  std::mt19937 random_{1};
};

TEST_P(SmallMatrices, a_product_is_the_same_sum_in_every_lane) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width;
  for (const int rows : {1, 7, 20, 25}) {
    const int depth = 2 * rows + 1;
    const auto a = numbers(rows * depth), x = numbers(depth * W);
    const auto panels = host::pack_panels<double>(rows, depth, kernels.panel_rows,
                                                  [&](int i, int k) { return a[i * depth + k]; });
    AlignedArray<double> y(rows * W);
    kernels.multiply(panels.data(), rows, depth, x.data(), y.data());
    for (int i = 0; i < rows * W; ++i) {
      double sum = 0;
      for (int k = 0; k < depth; ++k) sum += a[i / W * depth + k] * x[k * W + i % W];
      EXPECT_NEAR(y[i], sum, 1e-13 * depth);
    }
  }
}

/// Whole entries and rounded ones; the last group is not full.
template <class T, class Entry>
void expect_products_of_symmetric_blocks(InstructionSet set, double tolerance) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const int n : {1, 4, 15, 20}) {
    constexpr int n_blocks = 19;
    host::SymmetricBlocks<T, Entry> blocks(n_blocks, n, set);
    const std::size_t size = triangle_size(n);
    std::vector<double> triangles(n_blocks * size);
    for (double& entry : triangles) entry = number(random) / n;
    for (int e = 0; e < n_blocks; ++e)
      for (int i = 0; i < n; ++i) triangles[e * size + triangle_index(i, i)] = 1 + e;
    blocks.set(0, 16, triangles.data());
    blocks.set(16, n_blocks - 16, &triangles[16 * size]);
    const int W = blocks.width();
    AlignedArray<T> x(n * W), y(n * W);
    for (int e = 0; e < n_blocks; ++e) {
      for (int i = 0; i < n; ++i) x[i * W + e % W] = static_cast<T>(i + 1) / n;
      blocks.multiply(e / W, x.data(), y.data());
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int j = 0; j < n; ++j) sum += triangles[e * size + triangle_index(i, j)] * (j + 1) / n;
        EXPECT_NEAR(y[i * W + e % W], sum, tolerance * n * (1 + e)) << n << " rows, block " << e;
      }
    }
  }
}

TEST_P(SmallMatrices, a_symmetric_block_a_lane_is_read_once_for_both_of_its_sides) {
  expect_products_of_symmetric_blocks<double, double>(GetParam(), 1e-14);
  expect_products_of_symmetric_blocks<float, float>(GetParam(), 1e-6);
  expect_products_of_symmetric_blocks<float, short>(GetParam(), 0.5 / rounded_one + 1e-6);
}

TEST_P(SmallMatrices, rows_go_into_lanes_and_come_back) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width;
  for (const int n : {1, 4, 11})
    for (const int count : {1, W}) {
      const auto rows = numbers(static_cast<std::size_t>(count) * n);
      AlignedArray<double> in_lanes(static_cast<std::size_t>(n) * W), back(rows.size());
      kernels.load_rows(n, count, rows.data(), in_lanes.data());
      for (int i = 0; i < n * W; ++i) EXPECT_EQ(in_lanes[i], rows[std::min(i % W, count - 1) * n + i / W]);
      kernels.store_rows(n, count, in_lanes.data(), back.data());
      EXPECT_TRUE(std::ranges::equal(back, rows));
    }
}

TEST_P(SmallMatrices, triangles_are_restricted_by_sparse_columns) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width, n = 5, m = 3;
  const std::vector<int> begin{0, 2, 3, 5}, row{0, 3, 2, 1, 4};
  const auto value = numbers(row.size()), a = numbers(triangle_size(n) * W);
  AlignedArray<double> scratch(n * W), found(triangle_size(m) * W);
  kernels.restrict_triangles({n, m, begin.data(), row.data(), value.data()}, a.data(), scratch.data(),
                             found.data());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= i; ++j)
      for (int lane = 0; lane < W; ++lane) {
        double sum = 0;
        for (int k = begin[i]; k < begin[i + 1]; ++k)
          for (int l = begin[j]; l < begin[j + 1]; ++l)
            sum += value[k] * value[l] *
                   a[triangle_index(std::max(row[k], row[l]), std::min(row[k], row[l])) * W + lane];
        EXPECT_NEAR(found[triangle_index(i, j) * W + lane], sum, 1e-14);
      }
}

TEST_P(SmallMatrices, rows_are_combined_with_factors_of_each_lane) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width, n = 11, terms = 3;
  const auto factors = numbers(terms * n * W), rows = numbers(terms * n);
  AlignedArray<double> y(n * W);
  kernels.combine(n, terms, factors.data(), rows.data(), y.data());
  for (int i = 0; i < n * W; ++i) {
    double sum = 0;
    for (int t = 0; t < terms; ++t) sum += factors[t * n * W + i] * rows[t * n + i / W];
    EXPECT_NEAR(y[i], sum, 1e-14);
  }
}

TEST_P(SmallMatrices, products_of_each_lanes_own_matrices_are_their_sums) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width, m = 7, depth = 6;
  for (const int n : {1, 4, 7}) {
    const auto a = numbers(depth * m * W), b = numbers(depth * n * W);
    AlignedArray<double> y(m * n * W);
    kernels.multiply_lanes(m, n, depth, a.data(), b.data(), y.data());
    for (int entry = 0; entry < m * n * W; ++entry) {
      const int lane = entry % W, i = entry / W / n, j = entry / W % n;
      double sum = 0;
      for (int k = 0; k < depth; ++k) sum += a[(k * m + i) * W + lane] * b[(k * n + j) * W + lane];
      EXPECT_NEAR(y[entry], sum, 1e-14 * depth);
    }
  }
}

TEST_P(SmallMatrices, a_symmetric_product_is_added_in_its_lower_triangle) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width, depth = 6;
  for (const int n : {1, 4, 7, 10}) {
    const auto a = numbers(depth * n * W), b = numbers(depth * n * W), before = numbers(triangle_size(n) * W);
    AlignedArray<double> y(before.size());
    std::copy(before.begin(), before.end(), y.begin());
    kernels.add_symmetric_product(n, depth, a.data(), b.data(), y.data());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        for (int lane = 0; lane < W; ++lane) {
          const int entry = triangle_index(i, j) * W + lane;
          double sum = before[entry];
          for (int k = 0; k < depth; ++k) sum += a[(k * n + i) * W + lane] * b[(k * n + j) * W + lane];
          EXPECT_NEAR(y[entry], sum, 1e-14 * depth);
        }
  }
}

TEST_P(SmallMatrices, an_inverse_times_its_matrix_is_the_identity_and_indefinite_lanes_are_told) {
  const host::SmallMatrixKernels& kernels = host::small_matrix_kernels(GetParam());
  const int W = kernels.width;
  for (const int n : {1, 4, 20, host::largest_inverse}) {
    AlignedArray<double> a(triangle_size(n) * W);
    const auto place = [&](int i, int j, int lane) { return triangle_index(i, j) * W + lane; };
    for (int lane = 0; lane < W; ++lane) {
      const auto b = numbers(n * n);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)  // bᵀb + 1
          for (int k = 0; k <= n; ++k)
            a[place(i, j, lane)] += k < n ? b[k * n + i] * b[k * n + j] : i == j ? 1 : 0;
    }
    AlignedArray<double> inverse(a.size());
    std::copy(a.begin(), a.end(), inverse.begin());
    EXPECT_EQ(kernels.invert_positive(n, inverse.data()), 0u);
    for (int entry = 0; entry < n * n * W; ++entry) {
      const int lane = entry % W, i = entry / W / n, j = entry / W % n;
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += inverse[place(i, k, lane)] * a[place(k, j, lane)];
      EXPECT_NEAR(sum, i == j ? 1 : 0, 1e-12);
    }
    a[place(n - 1, n - 1, 1)] = -1;  // the last entry of the diagonal in the second lane
    EXPECT_EQ(kernels.invert_positive(n, a.data()), 2u);
  }
}

INSTANTIATE_TEST_SUITE_P(isa, SmallMatrices,
                         testing::Values(InstructionSet::baseline, InstructionSet::avx2,
                                         InstructionSet::avx512),
                         [](const auto& set) { return host::name_of(set.param); });

}  // namespace
}  // namespace dgsolve
