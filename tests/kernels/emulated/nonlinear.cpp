/// An equation whose flux depends on the state, on emulated GPUs.

#include <gtest/gtest.h>

#include <algorithm>

#include "solver/waves/time/controlled_runge_kutta.hpp"
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

constexpr double sample_distance = 0.05;

/// Where a run by the state stands.
struct StatePosition {
  std::vector<double> state;
  StepRecord record;
  long samples;

  bool operator==(const StatePosition&) const = default;
};

/// Goes on to some sample.
StatePosition run_to(Wave& wave, const StatePosition& from, long samples) {
  ControlledRungeKutta integrator(
      wave.op, [&](WaveState& u) { u.upload(from.state); }, control_by_state(wave.op, 0.5));
  integrator.set_clock(0, sample_distance, from.samples);
  integrator.go_on(from.record);
  integrator.advance(samples - from.samples);
  StatePosition to{from.state, *integrator.record(), samples};
  integrator.download(to.state);
  return to;
}

TEST_P(NonlinearEquation, takes_the_steps_of_the_host_by_the_state_with_the_same_bits_in_parts) {
  with_forced_variant([&](const WaveProblem&, const std::vector<double>&) {
    constexpr long n = 4;
    double error[2];
    for (const int level : {0, 1}) {
      const int cells = 4 << level;
      Wave alone = wave(one(), cells), two = wave(several(2), cells), three = wave(several(3), cells),
           host = wave(host_of_tests(), cells);
      const StatePosition start{alone.project(alone.options.initial, 0), {}, 0};
      const StatePosition end = run_to(alone, start, n), of_host = run_to(host, start, n);
      EXPECT_EQ(run_to(three, run_to(two, start, 1), n), end);
      EXPECT_EQ(run_to(alone, run_to(three, start, 3), n), end);
      EXPECT_EQ(end.record.accepted, of_host.record.accepted);
      EXPECT_NEAR(end.record.dt / of_host.record.dt, 1, 1e-12);
      EXPECT_GT(end.record.dt, run_to(alone, start, 1).record.dt) << "the solution decays";
      error[level] = alone.total_error(n * sample_distance, end.state);
    }
    EXPECT_GE(observed_order(error[0], error[1]), configuration().shape.N + 0.8)
        << "errors " << error[0] << ", " << error[1];
  });
}
INSTANTIATE_TEST_SUITE_P(Configurations, NonlinearEquation, testing::Values(30, 31),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace dgsolve::test
