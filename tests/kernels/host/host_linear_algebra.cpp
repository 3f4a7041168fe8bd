// The host's linear algebra, for the suite that all devices share; and what is its own.
#include <gtest/gtest.h>

#include "kernels/host/algebra/linear_algebra.hpp"
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

}  // namespace
}  // namespace dgsolve::test
