/// Elliptic problems in parts, each on an emulated GPU of its own, against the same on one.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/support/elliptic/elliptic_parts.hpp"

namespace dgsolve::test {

/// For the suite that all devices share.
std::shared_ptr<LinearAlgebra> linear_algebra_under_test() {
  const std::shared_ptr<Device> device = simt::make_group(3, Precision::double_);
  return {device, &device->linear_algebra()};
}

namespace {

/// Orders that the tests compile kernels for, in both precisions.
struct Shape {
  int N;
  bool tensor_cores;
};

class EllipticParts : public testing::TestWithParam<Shape> {
 protected:
  std::unique_ptr<Device> one() const { return simt::make_device(Precision::double_, options()); }
  std::unique_ptr<Device> several(int n, std::size_t shortest_shared = 1) const {
    return simt::make_group(n, Precision::double_, options(), shortest_shared);
  }
  simt::GpuOptions options(simt::Order order = simt::Order::forward) const {
    return {order, GetParam().tensor_cores};
  }
  std::vector<ShownProblem> problems() const { return shown_problems(3, GetParam().N); }
};

TEST_P(EllipticParts, solve_to_the_same_bits_in_as_many_iterations) {
  for (const ShownProblem& problem : problems()) {
    SCOPED_TRACE(problem.name);
    const EllipticSolution expected = solution_on(*one(), problem);
    EXPECT_TRUE(expected.report.converged) << expected.report.reason;
    for (const int n : {2, 5}) {
      SCOPED_TRACE(std::to_string(n) + " parts");
      expect_same_bits(solution_on(*several(n), problem), expected);
    }
  }
}

/// Small levels are then the first GPU's, or all are.
TEST_P(EllipticParts, solve_to_the_same_bits_whatever_is_shared) {
  ShownProblem problem = problems()[1];
  problem.options.solver.max_iterations = 5;
  const EllipticSolution expected = solution_on(*one(), problem);
  for (const std::size_t shortest_shared : {100, 300, 600, 2000, 1'000'000}) {
    SCOPED_TRACE("vectors from " + std::to_string(shortest_shared) + " on");
    expect_same_bits(solution_on(*several(3, shortest_shared), problem), expected);
  }
}

TEST_P(EllipticParts, have_the_same_bits_with_every_preconditioner_and_form_of_the_operator) {
  ShownProblem problem = problems()[1];
  problem.options.solver.max_iterations = 7;
  for_every_way_to_solve(
      problem, [&] { expect_same_bits(solution_on(*several(3), problem), solution_on(*one(), problem)); });
}

TEST_P(EllipticParts, may_be_of_a_cell_each_or_of_none) {
  ShownProblem problem;
  problem.mesh = make_box({.dim = 3, .cells = {1, 1, 1}});
  problem.options = everything_elliptic(problem.mesh, GetParam().N);
  problem.options.source = Expression::parse("x*y");
  const EllipticSolution expected = solution_on(*one(), problem);
  for (const int n : {6, 8}) {
    SCOPED_TRACE(std::to_string(n) + " parts");
    expect_same_bits(solution_on(*several(n), problem), expected);
  }
}

TEST_P(EllipticParts, have_the_same_bits_on_gpus_of_different_speeds) {
  std::vector<std::unique_ptr<cuda::Gpu>> gpus;
  std::vector<std::unique_ptr<cuda::Launcher>> owned;
  std::vector<cuda::Launcher*> launchers;
  const std::vector<double> speeds = {1, 3.5, 2};
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    gpus.push_back(simt::make_gpu(options(simt::Order::backward)));
    owned.push_back(gpus.back()->make_launcher());
    launchers.push_back(owned.back().get());
  }
  cuda::Team team(launchers, speeds, 1);
  cuda::GpuLinearAlgebra algebra(team);
  cuda::GpuPenaltyMaps maps(algebra);
  const ShownProblem problem = problems()[1];
  expect_same_bits(solution_by(maps, problem), solution_on(*one(), problem));
}

INSTANTIATE_TEST_SUITE_P(Orders, EllipticParts, testing::Values(Shape{3, true}, Shape{2, false}),
                         [](const testing::TestParamInfo<Shape>& of_test) {
                           return "N" + std::to_string(of_test.param.N) +
                                  (of_test.param.tensor_cores ? "_tensor" : "");
                         });

/// GPUs of a group, by hand.
struct Group {
  explicit Group(const std::vector<simt::GpuOptions>& options) {
    std::vector<std::unique_ptr<cuda::Gpu>> owned;
    for (const simt::GpuOptions& of_gpu : options) {
      owned.push_back(simt::make_gpu(of_gpu));
      gpus.push_back(owned.back().get());
    }
    device = std::make_unique<cuda::GpuTeam>(std::move(owned), Precision::double_, 1);
  }
  std::vector<cuda::Gpu*> gpus;
  std::unique_ptr<Device> device;
};

TEST(EllipticPartsOfMemory, are_alike) {
  ShownProblem problem = shown_problems(3, 3, 3)[0];
  Mesh& mesh = problem.mesh;
  const Discretization discretization(mesh, 3, apply_boundaries(mesh, problem.options));
  Group group({{}, {}, {}});
  const EllipticOperator op(discretization, problem.options, group.device->penalty_maps());
  const auto multigrid = make_multigrid(op, Precision::single);
  std::size_t least = SIZE_MAX, most = 0, all = 0;
  for (const cuda::Gpu* gpu : group.gpus) {
    least = std::min(least, gpu->memory());
    most = std::max(most, gpu->memory());
    all += gpu->memory();
  }
  EXPECT_EQ(all, group.device->memory());
  EXPECT_LT(static_cast<double>(most), 1.15 * static_cast<double>(least));
}

std::string error_on(const std::vector<simt::GpuOptions>& gpus) {
  const ShownProblem problem = shown_problems(3, 3)[0];
  try {
    solution_on(*Group(gpus).device, problem);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

/// With vectors of 100 numbers or more shared.
TEST(EllipticPartsOfMemory, are_told) {
  const auto cells_of = [](int n, int K) {
    const auto device = simt::make_group(n, Precision::double_, {}, 100);
    std::vector<int> cells;
    std::size_t bytes = 0;
    for (const PartReport& part : device->linear_algebra().parts(K, 10)) {
      cells.push_back(part.cells);
      bytes += part.bytes;
      EXPECT_FALSE(part.rim);
    }
    EXPECT_TRUE(n == 1 || bytes == device->memory());
    return cells;
  };
  EXPECT_EQ(cells_of(1, 100), std::vector<int>());
  EXPECT_EQ(cells_of(4, 100), std::vector<int>({25, 25, 25, 25}));
  EXPECT_EQ(cells_of(3, 9), std::vector<int>({9, 0, 0}));
}

TEST(EllipticPartsInTrouble, say_that_gpus_cannot_reach_each_other) {
  EXPECT_NE(error_on({{.reaches_others = false}, {}}).find("cannot reach"), std::string::npos);
}

TEST(EllipticPartsInTrouble, say_that_gpus_do_not_compute_alike) {
  EXPECT_NE(error_on({{}, {.tensor_cores = false}}).find("GPUs of one kind"), std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
