// The GPU's linear algebra without a GPU, for the suite that all devices share, and against the host's on
// elliptic problems.
#include <gtest/gtest.h>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/penalty_shapes.hpp"
#include "tests/support/elliptic/elliptic_agreement.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/record_digest.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
std::shared_ptr<LinearAlgebra> linear_algebra_under_test() {
  const std::shared_ptr<Device> device = simt::make_device(Precision::double_);
  return {device, &device->linear_algebra()};
}

namespace {

struct Emulated {
  explicit Emulated(simt::Order order, bool tensor = true)
      : device(simt::make_device(Precision::double_, {order, tensor})) {}
  const std::unique_ptr<Device> device;
  PenaltyMaps& maps = device->penalty_maps();
};

class EmulatedPenalty : public testing::TestWithParam<PenaltyShape> {};

TEST_P(EmulatedPenalty, operator_is_the_hosts_in_whatever_order_threads_run) {
  const auto [dim, N, precision, tensor] = GetParam();
  Emulated forward(simt::Order::forward, tensor), backward(simt::Order::backward, tensor);
  const Mesh mesh = half_curved_box(dim);
  const std::vector<double> product = expect_hosts_product(forward.maps, mesh, N, precision);
  record_digest("product", product);
  EXPECT_EQ(product, expect_hosts_product(backward.maps, mesh, N, precision)) << "a race between threads";
}

TEST_P(EmulatedPenalty, blocks_of_cells_are_the_hosts_in_whatever_order_threads_run) {
  const auto [dim, N, precision, tensor] = GetParam();
  Emulated forward(simt::Order::forward, tensor), backward(simt::Order::backward, tensor);
  EXPECT_EQ(expect_hosts_blocks(forward.maps, dim, N, precision),
            expect_hosts_blocks(backward.maps, dim, N, precision))
      << "a race between threads";
}

INSTANTIATE_TEST_SUITE_P(Shapes, EmulatedPenalty, testing::ValuesIn(penalty_shapes),
                         [](const testing::TestParamInfo<PenaltyShape>& parameters) {
                           const PenaltyShape& shape = parameters.param;
                           return std::to_string(shape.dim) + "d_N" + std::to_string(shape.N) +
                                  (shape.precision == Precision::single ? "_single" : "_double") +
                                  (shape.tensor ? "_tensor" : "");
                         });

TEST(EmulatedPenalty, operator_is_the_hosts_where_warps_take_more_than_one_tile) {
  // One multiprocessor holds 16 warps, and a warp takes 16 cells at once.
  const Mesh mesh = make_box({.dim = 3, .cells = {4, 4, 5}, .jitter = 0.2}, true);
  Emulated forward(simt::Order::forward), backward(simt::Order::backward);
  EXPECT_EQ(expect_hosts_product(forward.maps, mesh, 1, Precision::double_),
            expect_hosts_product(backward.maps, mesh, 1, Precision::double_));
}

TEST(EmulatedMultigrid, loads_no_kernels_but_those_that_the_device_prepared) {
  const TemporaryFolder folder;
  const EnvironmentVariable cache("DGSOLVE_CACHE", folder.path().string());
  const std::unique_ptr<Device> device = simt::make_device(Precision::double_);
  const int before = simt::device.compilations;
  const Mesh mesh = make_box({.dim = 3, .cells = {2, 2, 2}});
  Elliptic host(mesh, everything_elliptic(mesh, 3));
  device->prepare_elliptic(host.discretization.element.view());
  const EllipticOperator op(host.discretization, host.options, device->penalty_maps());
  make_multigrid(op, Precision::single);
  const int prepared = 4;  // linear algebra, blocks of cells, the operator in both precisions
  EXPECT_EQ(simt::device.compilations - before, prepared);
}

TEST(EmulatedMultigrid, preconditions_and_solves_as_on_the_host) {
  Emulated device(simt::Order::forward);
  expect_hosts_solution(device.maps, 3);
}

}  // namespace
}  // namespace dgsolve::test
