// The GPU's linear algebra without a GPU, for the suite that all devices share, and against the host's on
// elliptic problems.
#include <gtest/gtest.h>

#include "kernels/cuda/gpu_linear_algebra.hpp"
#include "solver/multigrid/multigrid.hpp"
#include "tests/elliptic_setup.hpp"
#include "tests/everything.hpp"
#include "tests/linear_algebra_under_test.hpp"
#include "tests/simt/emulated_launcher.hpp"
#include "tests/simt/penalty_shapes.hpp"

namespace dgsolve::test {

std::unique_ptr<LinearAlgebra> linear_algebra_under_test() {
  return std::make_unique<cuda::GpuLinearAlgebra>(
      std::make_unique<simt::EmulatedLauncher>(simt::Order::forward));
}

namespace {

cuda::GpuLinearAlgebra emulated(simt::Order order) {
  return cuda::GpuLinearAlgebra(std::make_unique<simt::EmulatedLauncher>(order));
}

/// The norm of a − b over that of b.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    norm += b[i] * b[i];
  }
  return std::sqrt(difference / norm);
}

class EmulatedPenalty : public testing::TestWithParam<PenaltyShape> {};

/// Straight cells and curved ones, a reaction, and walls of both kinds.
EllipticOptions everything_elliptic(const Mesh& mesh, int order) {
  EllipticOptions options = elliptic_options(mesh, order, {"1 + 0.5*x"}, EllipticCondition::dirichlet);
  options.regions.begin()->second = {{Expression(3.0)}, Expression(0.7)};
  options.boundaries.begin()->second.condition = EllipticCondition::neumann;
  return options;
}

std::vector<double> applied(LinearAlgebra& algebra, LinearMap& map, const std::vector<double>& u) {
  const auto x = on_device(algebra, u, map.precision), y = algebra.vector(u.size(), map.precision);
  map.apply(*x, *y);
  return values(algebra, *y);
}

TEST_P(EmulatedPenalty, operator_is_the_hosts_in_whatever_order_threads_run) {
  const auto [dim, N, precision] = GetParam();
  const Mesh mesh = half_curved_box(dim);
  Elliptic host(mesh, everything_elliptic(mesh, N));
  const std::vector<double> u = random_numbers(host.discretization.n_dofs(1), 1);
  const auto expected = applied(host.algebra, *host.op.make_map(OperatorForm::matrix_free, precision), u);
  std::vector<double> found[2];
  for (const simt::Order order : {simt::Order::forward, simt::Order::backward}) {
    cuda::GpuLinearAlgebra algebra = emulated(order);
    const EllipticOperator op(host.discretization, host.options, algebra);
    found[static_cast<int>(order)] = applied(algebra, *op.make_map(OperatorForm::matrix_free, precision), u);
  }
  EXPECT_LT(relative_difference(found[0], expected), precision == Precision::single ? 1e-5 : 1e-12);
  EXPECT_EQ(found[0], found[1]) << "a race between threads";
}

INSTANTIATE_TEST_SUITE_P(Shapes, EmulatedPenalty, testing::ValuesIn(penalty_shapes),
                         [](const testing::TestParamInfo<PenaltyShape>& parameters) {
                           const PenaltyShape& shape = parameters.param;
                           return std::to_string(shape.dim) + "d_N" + std::to_string(shape.N) +
                                  (shape.precision == Precision::single ? "_single" : "_double");
                         });

/// z ← M r for a random r, and the solution of A u = f by conjugate gradients with M.
struct Preconditioned {
  std::vector<double> z, u;
  SolveReport report;
};

Preconditioned with_multigrid(const EllipticOperator& op) {
  LinearAlgebra& algebra = op.algebra;
  Multigrid multigrid(op);
  const std::vector<double> f = op.right_hand_side();
  const auto r = on_device(algebra, random_numbers(f.size(), 2), Precision::double_),
             b = on_device(algebra, f, Precision::double_), u = algebra.vector(f.size(), Precision::double_),
             z = algebra.vector(f.size(), Precision::double_);
  multigrid.apply(*r, *z);
  Preconditioned result;
  result.report = conjugate_gradients(algebra, op.map(), multigrid, *b, *u, 1e-13, 100);
  result.z = values(algebra, *z);
  result.u = values(algebra, *u);
  return result;
}

TEST(EmulatedMultigrid, preconditions_and_solves_as_on_the_host) {
  const Mesh mesh = make_box({.dim = 3, .cells = {2, 2, 1}, .jitter = 0.2}, true);
  EllipticOptions options = elliptic_options(mesh, 3, {"1"}, EllipticCondition::dirichlet);
  options.regions.begin()->second = {{Expression(7.0)}, Expression()};
  options.source = Expression::parse("x + sin(3*y*z)");
  Elliptic host(mesh, options);
  cuda::GpuLinearAlgebra algebra = emulated(simt::Order::forward);
  const EllipticOperator op(host.discretization, host.options, algebra);
  const Preconditioned expected = with_multigrid(host.op), found = with_multigrid(op);
  EXPECT_LT(relative_difference(found.z, expected.z), 1e-5);  // the cycle is of single precision
  EXPECT_TRUE(found.report.converged) << found.report.reason;
  EXPECT_LT(relative_difference(found.u, expected.u), 1e-9);
}

}  // namespace
}  // namespace dgsolve::test
