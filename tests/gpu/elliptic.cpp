/// Elliptic problems on the GPU against the CPU.
#include <gtest/gtest.h>

#include <tuple>

#include "solver/reference/reference_element.hpp"
#include "tests/support/elliptic/elliptic_agreement.hpp"

namespace dgsolve::test {
namespace {

class GpuElliptic : public testing::TestWithParam<std::tuple<int, int, Precision>> {
 protected:
  void SetUp() override { gpu = make_device("cuda", Precision::double_); }
  std::unique_ptr<Device> gpu;
};

TEST_P(GpuElliptic, operator_is_the_hosts_with_the_same_bits_every_time) {
  const auto [dim, N, precision] = GetParam();
  PenaltyMaps& device = gpu->penalty_maps();
  const Mesh mesh = half_curved_box(dim);
  EXPECT_EQ(expect_hosts_product(device, mesh, N, precision),
            expect_hosts_product(device, mesh, N, precision));
}

TEST_P(GpuElliptic, blocks_of_cells_are_the_hosts) {
  const auto [dim, N, precision] = GetParam();
  expect_hosts_blocks(gpu->penalty_maps(), dim, N, precision);
}

std::string name_of_operator(const testing::TestParamInfo<std::tuple<int, int, Precision>>& info) {
  const auto [dim, N, precision] = info.param;
  return std::to_string(dim) + "D_N" + std::to_string(N) +
         (precision == Precision::single ? "_single" : "_double");
}

INSTANTIATE_TEST_SUITE_P(Orders, GpuElliptic,
                         testing::Combine(testing::Values(2, 3),
                                          testing::Range(1, ReferenceElement::max_order + 1),
                                          testing::Values(Precision::double_, Precision::single)),
                         name_of_operator);

TEST(GpuElliptic, operator_is_the_hosts_where_warps_take_more_than_one_tile) {
  const auto gpu = make_device("cuda", Precision::double_);
  // More cells than the largest GPUs' warps take at once: 16 a warp, 16 warps a multiprocessor.
  const Mesh mesh = make_box({.dim = 3, .cells = {20, 20, 20}, .jitter = 0.2}, true);
  expect_hosts_product(gpu->penalty_maps(), mesh, 1, Precision::double_);
}

TEST(GpuMultigrid, preconditions_and_solves_as_on_the_host_at_every_order) {
  const auto gpu = make_device("cuda", Precision::double_);
  for (int N = 1; N <= ReferenceElement::max_order; ++N) {
    SCOPED_TRACE("N = " + std::to_string(N));
    expect_hosts_solution(gpu->penalty_maps(), N);
  }
}

}  // namespace
}  // namespace dgsolve::test
