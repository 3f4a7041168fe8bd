/// Elliptic problems in several processes, each with an emulated GPU, against the same on one GPU.
#include <gtest/gtest.h>

#include "kernels/base/device_error.hpp"
#include "kernels/base/part_clock.hpp"
#include "tests/simt/rank_processes.hpp"
#include "tests/support/elliptic/elliptic_parts.hpp"
#include "tests/support/error_of.hpp"

namespace dgsolve::test {
namespace {

/// Orders that the tests compile kernels for, in both precisions; cubes along each axis, so that sums have
/// several shares, where vectors are cut.
struct RankShape {
  int N, cubes;
  bool tensor_cores;
};

class EllipticRanks : public testing::TestWithParam<RankShape> {
 protected:
  using Solve = std::function<EllipticSolution(Device& device)>;

  static simt::GpuOptions options() { return {.tensor_cores = GetParam().tensor_cores}; }
  static std::vector<ShownProblem> problems() { return shown_problems(3, GetParam().N, GetParam().cubes); }
  /// The solutions of n processes must be that of one GPU, bit for bit, in each of them.
  static void expect_alike(int n, const Solve& solve, const EllipticSolution& expected,
                           std::size_t shortest_shared = 1) {
    SCOPED_TRACE(std::to_string(n) + " processes, vectors from " + std::to_string(shortest_shared) + " on");
    const auto device_of = [&](Ranks& ranks) {
      return simt::make_team_rank(ranks, Precision::double_, options(), shortest_shared);
    };
    simt::RankProcesses processes(n, [&](Ranks& ranks) {
      const auto device = device_of(ranks);
      const EllipticSolution found = solve(*device);
      device->serve();
      if (!(found.u == expected.u)) throw std::runtime_error("another solution than that of one GPU");
    });
    {
      const auto device = device_of(processes.ranks());
      expect_same_bits(solve(*device), expected);
    }
    for (int rank = 1; rank < n; ++rank) EXPECT_EQ(processes.status_of(rank), 0) << "rank " << rank;
  }
  static void expect_alike(int n, const ShownProblem& problem, std::size_t shortest_shared = 1) {
    const auto solve = [&](Device& device) { return solution_on(device, problem); };
    expect_alike(n, solve, solve(*simt::make_device(Precision::double_, options())), shortest_shared);
  }
};

TEST_P(EllipticRanks, solve_to_the_same_bits_in_as_many_iterations) {
  for (const ShownProblem& problem : problems()) {
    SCOPED_TRACE(problem.name);
    const auto solve = [&](Device& device) { return solution_on(device, problem); };
    const EllipticSolution expected = solve(*simt::make_device(Precision::double_, options()));
    EXPECT_TRUE(expected.report.converged) << expected.report.reason;
    for (const int n : {2, 3, 5}) expect_alike(n, solve, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, EllipticRanks, testing::Values(RankShape{3, 3, true}, RankShape{2, 4, false}),
                         [](const testing::TestParamInfo<RankShape>& of_test) {
                           return "N" + std::to_string(of_test.param.N) +
                                  (of_test.param.tensor_cores ? "_tensor" : "");
                         });

}  // namespace
}  // namespace dgsolve::test
