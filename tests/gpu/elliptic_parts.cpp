/// Elliptic problems in parts on all GPUs that the machine has; where they are too few, some GPUs have
/// several parts.

#include "tests/support/elliptic/elliptic_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/base/polynomials.hpp"
#include "kernels/cuda/gpu_team.hpp"
#include "kernels/cuda/module/load.hpp"

namespace dgsolve::test {
namespace {

class GpuEllipticParts : public testing::TestWithParam<int> {
 protected:
  static std::unique_ptr<Device> parts(int n) {
    const std::vector<std::string> names = device_names();
    const auto n_gpus =
        std::ranges::count_if(names, [](const auto& name) { return name.starts_with("cuda:"); });
    std::vector<int> gpus;
    for (int i = 0; i < n; ++i) gpus.push_back(static_cast<int>(i % n_gpus));
    return cuda::make_device(gpus, Precision::double_);
  }
};

/// Cells enough that the finest level is shared; the coarsest are the first part's.
TEST_P(GpuEllipticParts, solve_to_the_same_bits_in_as_many_iterations) {
  const int N = GetParam(), cells_of_a_cube = 6;
  const double cells = static_cast<double>(cuda::Team::usual_shortest) / n_polynomials(3, N);
  for (const ShownProblem& problem :
       shown_problems(3, N, static_cast<int>(std::cbrt(cells / cells_of_a_cube)) + 1)) {
    ASSERT_GE(problem.mesh.n_elements(), cells) << problem.name;
    SCOPED_TRACE(problem.name);
    const EllipticSolution expected = solution_on(*parts(1), problem);
    EXPECT_TRUE(expected.report.converged) << expected.report.reason;
    for (const int n : {2, 3, 5}) {
      SCOPED_TRACE(std::to_string(n) + " parts");
      expect_same_bits(solution_on(*parts(n), problem), expected);
    }
  }
}

TEST_P(GpuEllipticParts, may_be_too_small_to_be_shared) {
  for (const ShownProblem& problem : shown_problems(3, GetParam())) {
    SCOPED_TRACE(problem.name);
    expect_same_bits(solution_on(*parts(2), problem), solution_on(*parts(1), problem));
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, GpuEllipticParts, testing::Values(3, 6));

}  // namespace
}  // namespace dgsolve::test
