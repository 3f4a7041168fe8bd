/// Elliptic problems in several processes, each with an emulated GPU, against the same on one GPU.
#include <gtest/gtest.h>

#include "kernels/base/device_error.hpp"
#include "kernels/base/phase_clock.hpp"
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
      device->serve({});
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
  const std::vector<ShownProblem> all = problems();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ShownProblem& problem = all[i];
    SCOPED_TRACE(problem.name);
    const auto solve = [&](Device& device) { return solution_on(device, problem); };
    const EllipticSolution expected = solve(*simt::make_device(Precision::double_, options()));
    EXPECT_TRUE(expected.report.converged) << expected.report.reason;
    expect_alike(i == 0 ? 5 : 2, solve, expected);
  }
}

/// Small levels are then each process's own, or all are.
TEST_P(EllipticRanks, solve_to_the_same_bits_whatever_is_shared) {
  ShownProblem problem = problems()[1];
  problem.options.solver.max_iterations = 5;
  const auto solve = [&](Device& device) { return solution_on(device, problem); };
  const EllipticSolution expected = solve(*simt::make_device(Precision::double_, options()));
  for (const std::size_t shortest_shared : {300, 1000, 2000, 3000, 1'000'000})
    expect_alike(3, solve, expected, shortest_shared);
}

TEST_P(EllipticRanks, have_the_same_bits_with_every_preconditioner_and_form_of_the_operator) {
  ShownProblem problem = problems()[1];
  problem.options.solver.max_iterations = 5;
  for_every_way_to_solve(problem, [&] { expect_alike(3, problem); });
}

/// By the times that rank 0 measures: others would else make other products.
TEST_P(EllipticRanks, choose_one_form_of_the_operator) {
  ShownProblem problem = problems()[0];
  problem.options.solver.form = OperatorForm::automatic;
  problem.options.solver.max_iterations = 3;
  simt::RankProcesses processes(3, [&](Ranks& ranks) {
    const auto device = simt::make_team_rank(ranks, Precision::double_, options());
    solution_on(*device, problem);
    device->serve({});
  });
  {
    const auto device = simt::make_team_rank(processes.ranks(), Precision::double_, options());
    solution_on(*device, problem);
  }
  for (const int rank : {1, 2}) EXPECT_EQ(processes.status_of(rank), 0) << "rank " << rank;
}

TEST_P(EllipticRanks, may_be_of_a_cell_each_or_of_none) {
  ShownProblem problem;
  problem.mesh = make_box({.dim = 3, .cells = {1, 1, 1}});
  problem.options = everything_elliptic(problem.mesh, GetParam().N);
  problem.options.source = Expression::parse("x*y");
  expect_alike(4, problem);
}

TEST_P(EllipticRanks, solve_for_one_right_hand_side_after_another_and_tell_who_has_what) {
  const ShownProblem problem = problems()[2];
  const auto solve = [&](Device& device) {
    Mesh mesh = problem.mesh;
    const Discretization discretization(mesh, problem.options.order, apply_boundaries(mesh, problem.options));
    const EllipticOperator op(discretization, problem.options, device.penalty_maps());
    UnsetVector<double> b = op.right_hand_side();
    EllipticSolver solver(op);
    solver.solve(b);
    for (double& value : b) value *= 0.3;
    EllipticSolution solution = solver.solve(b);
    const std::vector<PartReport> parts = op.algebra.parts(discretization.K(), discretization.element.Np);
    std::size_t bytes = 0;
    for (const PartReport& part : parts) {
      EXPECT_GT(part.cells, discretization.K() / 5);
      bytes += part.bytes;
    }
    EXPECT_TRUE(parts.empty() || (parts.size() == 2 && bytes == op.algebra.memory()));
    return solution;
  };
  expect_alike(2, solve, solve(*simt::make_device(Precision::double_, options())));
}

INSTANTIATE_TEST_SUITE_P(Orders, EllipticRanks,
                         testing::Values(RankShape{3, 3, true}, RankShape{2, 4, false}),
                         [](const testing::TestParamInfo<RankShape>& of_test) {
                           return "N" + std::to_string(of_test.param.N) +
                                  (of_test.param.tensor_cores ? "_tensor" : "");
                         });

/// What goes wrong in one process of several ends all of them.
class EllipticRanksInTrouble : public testing::Test {
 protected:
  static ShownProblem problem() { return shown_problems(3, 3, 3)[0]; }
  static void solve(Ranks& ranks, const simt::GpuOptions& options = {}) {
    const auto device = simt::make_team_rank(ranks, Precision::double_, options);
    solution_on(*device, problem());
    if (!ranks.leads()) device->serve({});
  }
  static void expect_said(const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  }
  /// Solves until something goes wrong; `once_begun` is called after the first solution.
  static void solve_on(Ranks& ranks, const std::function<void()>& once_begun) {
    const auto device = simt::make_team_rank(ranks, Precision::double_);
    solution_on(*device, problem());
    once_begun();
    for (;;) solution_on(*device, problem());
  }
};

TEST_F(EllipticRanksInTrouble, end_all_where_one_is_killed) {
  simt::RankProcesses processes(3, [](Ranks& ranks) { solve_on(ranks, [] {}); });
  const Stopwatch watch;
  expect_said(error_of([&] { solve_on(processes.ranks(), [&] { processes.kill(2); }); }), "rank 2 has ended");
  EXPECT_EQ(processes.status_of(1), 1);
  EXPECT_EQ(processes.status_of(2), -1);
  EXPECT_LT(watch.seconds(), 30);
}

TEST_F(EllipticRanksInTrouble, end_all_where_rank_0_is_gone) {
  simt::RankProcesses processes(3, [](Ranks& ranks) { solve_on(ranks, [] {}); });
  const Stopwatch watch;
  expect_said(error_of([&] {
                solve_on(processes.ranks(), [&] {
                  for (const int rank : {1, 2}) processes.ranks().commands(rank).socket().hang_up();
                });
              }),
              "has ended");
  for (const int rank : {1, 2}) EXPECT_EQ(processes.status_of(rank), 1);
  EXPECT_LT(watch.seconds(), 30);
}

TEST_F(EllipticRanksInTrouble, say_that_two_have_the_same_gpu) {
  simt::RankProcesses processes(2, [](Ranks& ranks) { solve(ranks, {.serial = "7"}); });
  expect_said(error_of([&] { solve(processes.ranks(), {.serial = "7"}); }),
              "ranks 0 and 1 have the same GPU");
}

TEST_F(EllipticRanksInTrouble, say_that_gpus_do_not_compute_alike) {
  simt::RankProcesses processes(2, [](Ranks& ranks) { solve(ranks, {.tensor_cores = false}); });
  expect_said(error_of([&] { solve(processes.ranks()); }), "GPUs of one kind");
  EXPECT_EQ(processes.status_of(1), 1);
}

}  // namespace
}  // namespace dgsolve::test
