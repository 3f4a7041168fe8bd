/// An equation whose flux depends on the state, on emulated GPUs.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/kernels/emulated/parts_fixture.hpp"
#include "tests/support/waves/test_equations.hpp"

namespace dgsolve::test {
namespace {

class NonlinearEquation : public Parts {
 protected:
  const Physics& physics_ = find_physics(
      "burgers", 2, "", configuration().system == System::burgers_2d ? "lax_friedrichs" : "godunov",
      equations_of_tests());

  Wave wave(std::unique_ptr<Device> device, int cells) const {
    Mesh mesh = half_curved_box_of(physics_.info, cells, configuration().shape.N);
    const WaveSystem options = exact_options(physics_, configuration().shape.N, mesh);
    return {std::move(mesh), options, physics_, std::move(device)};
  }
};

constexpr double final_time = 0.2;

TEST_P(NonlinearEquation, converges_with_order_N_and_0_8_in_parts_with_the_same_bits) {
  with_forced_variant([&](const WaveProblem&, const std::vector<double>&) {
    double error[2];
    for (const int level : {0, 1}) {
      const int cells = 4 << level;
      Wave alone = wave(one(), cells), two = wave(several(2), cells), three = wave(several(3), cells);
      const double dt = choose_time_step(alone.op, {}).dt / 4;
      const std::vector<double> state = alone.run(final_time, dt);
      EXPECT_EQ(two.run(final_time, dt), state);
      EXPECT_EQ(three.run(final_time, dt), state);
      error[level] = alone.total_error(final_time, state);
    }
    EXPECT_GE(observed_order(error[0], error[1]), configuration().shape.N + 0.8)
        << "errors " << error[0] << ", " << error[1];
  });
}
INSTANTIATE_TEST_SUITE_P(Configurations, NonlinearEquation, testing::Values(30, 31),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace dgsolve::test
