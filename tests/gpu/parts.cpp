/// A problem in parts on all GPUs that the machine has; where they are too few, some GPUs have several parts.

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "kernels/cuda/module/load.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

using Parameters = std::tuple<const Physics*, int, Precision>;

class GpuParts : public testing::TestWithParam<Parameters> {};

/// What a run leaves that must not depend on the number of parts.
struct Left {
  std::vector<std::byte> state;
  double energy;
  std::vector<double> measured;  ///< powers, or where the flux is not linear integrals
};

/// After steps with recorded and with plain stages.
Left after_steps(SpatialOperator& op, const std::vector<double>& initial) {
  const double dt = some_time_step(op);
  RungeKutta integrator(op, initial);
  integrator.advance(0, dt, 37);
  const WaveState& u = integrator.state();
  const StateMeasure which = op.physics.info.linear ? StateMeasure::powers : StateMeasure::integrals;
  return {u.save(), op.wave->energy(u), op.wave->measure(which, u, 0.3)};
}

TEST_P(GpuParts, leave_the_same_bits_as_one_gpu) {
  const auto [physics, order, precision] = GetParam();
  const Mesh mesh = half_curved_box(physics->info.dim, 3);
  Wave one(mesh, options_with_everything(*physics, mesh, order), precision, "cuda");
  const std::vector<double> initial = some_state(one, 3);
  const Left expected = after_steps(one.op, initial);
  const std::vector<std::string> names = device_names();
  const auto n_gpus =
      std::ranges::count_if(names, [](const auto& name) { return name.starts_with("cuda:"); });
  for (const int n : {1, 2, 3, 5, 8}) {
    std::vector<int> gpus;
    for (int i = 0; i < n; ++i) gpus.push_back(static_cast<int>(i % n_gpus));
    const auto device = cuda::make_device(gpus, precision);
    SpatialOperator op(one.discretization, one.physics, one.options, *device, one.op.wave->variant());
    const Left found = after_steps(op, initial);
    EXPECT_TRUE(found.state == expected.state) << n << " parts";
    EXPECT_EQ(found.energy, expected.energy) << n << " parts";
    EXPECT_EQ(found.measured, expected.measured) << n << " parts";
  }
}

std::string name_of_parts(const testing::TestParamInfo<Parameters>& info) {
  const auto [physics, order, precision] = info.param;
  return name_of(*physics) + "_N" + std::to_string(order) +
         (precision == Precision::single ? "_single" : "_double");
}

INSTANTIATE_TEST_SUITE_P(Registry, GpuParts,
                         testing::Combine(testing::ValuesIn(all_physics()), testing::Values(1, 4, 7),
                                          testing::Values(Precision::double_, Precision::single)),
                         name_of_parts);

}  // namespace
}  // namespace dgsolve::test
