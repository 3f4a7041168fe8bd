// The host's linear algebra, for the suite that all devices share; and what is its own.
#include <gtest/gtest.h>

#include <numeric>

#include "kernels/host/algebra/linear_algebra.hpp"
#include "kernels/host/simd/transpose.hpp"
#include "tests/support/kernels/linear_algebra_under_test.hpp"

namespace dgsolve::test {

std::shared_ptr<LinearAlgebra> linear_algebra_under_test() {
  return std::make_unique<host::HostLinearAlgebra>(2);
}

namespace {

TEST(HostLinearAlgebra, any_number_of_threads_gives_the_same_bits) {
  const CsrMatrix matrix = second_difference(200000, 2.5);
  host::HostLinearAlgebra alone(1);
  const CgRun one = conjugate_gradients(alone, matrix, 0, 20);
  for (const int threads : {2, 3}) {
    host::HostLinearAlgebra together(threads);
    const CgRun many = conjugate_gradients(together, matrix, 0, 20);
    EXPECT_EQ(one.x, many.x);
    EXPECT_EQ(one.progress.history, many.progress.history);
  }
}

TEST(HostLinearAlgebra, numbers_that_go_to_lanes_and_back_are_the_same) {
  for (const int W : {2, 4, 8})
    for (const int lanes : {1, W / 2, W})
      for (const int n : {1, 4, 10}) {
        std::vector<float> rows(W * n), in_lanes(rows.size()), back(rows.size(), -1.0F);
        std::iota(rows.begin(), rows.end(), 0.0F);
        load_lanes(
            n, W, [&](int lane) { return &rows[lane * n]; }, in_lanes.data());
        for (int lane = 0; lane < W; ++lane)
          for (int i = 0; i < n; ++i) EXPECT_EQ(in_lanes[i * W + lane], rows[lane * n + i]);
        take_lanes(n, W, lanes, in_lanes.data(),
                   [&](int lane, int i, const auto& values) { put_values(values, &back[lane * n + i]); });
        std::fill(rows.begin() + lanes * n, rows.end(), -1.0F);
        EXPECT_EQ(back, rows);
      }
}

}  // namespace
}  // namespace dgsolve::test
