/// Time steps that circuits on faces set.

#include <gtest/gtest.h>

#include "tests/support/waves/plates.hpp"

namespace dgsolve::test {
namespace {

using namespace plates;

/// A capacitor between plates in a medium of conductivity σ, S/m.
Wave capacitor(double C, double sigma = 0) {
  WaveSystem options = options_of(parallel({}, {}, C), false, "0");
  if (sigma > 0) options.regions["box"]["sigma"] = Expression(sigma);
  return Wave(mesh_of({3, 1, 1}), options);
}

TimeStep step_of(const Wave& wave, double cfl) {
  TimeOptions options;
  options.cfl = cfl;
  return choose_time_step(wave.op, options);
}

TEST(CircuitSteps, stay_within_a_circuits_limit_where_waves_have_room_above_theirs) {
  double C = 1e-9;  // at which the limits meet
  while (step_of(capacitor(C / 1.1), 1).circuit.empty()) C /= 1.1;
  const Wave wave = capacitor(C);
  const TimeStep of_waves = step_of(wave, 1), above = step_of(wave, 1.25);
  ASSERT_TRUE(of_waves.circuit.empty());
  EXPECT_EQ(above.circuit, "border");
  EXPECT_LE(above.cfl, 1 + 1e-12);
  EXPECT_GE(above.dt, of_waves.dt);
  EXPECT_LT(above.dt, 1.1 * of_waves.dt) << "the circuit's limit is that near";
  EXPECT_TRUE(step_of(wave, 0.5).circuit.empty());
  EXPECT_DOUBLE_EQ(step_of(wave, 0.5).dt, 0.5 * of_waves.dt);
}

/// Its losses set the step without the circuit.
TEST(CircuitSteps, are_no_part_of_what_limits_a_cell) {
  const double sigma = 100;
  const TimeStep of_losses = step_of(capacitor(1e-9, sigma), 1);
  ASSERT_TRUE(of_losses.circuit.empty());
  ASSERT_GT(of_losses.cfl_of_relaxation, of_losses.cfl / 2);
  double C = 1e-9;
  while (step_of(capacitor(C, sigma), 1).circuit.empty()) C /= 1.1;
  const TimeStep of_circuit = step_of(capacitor(C, sigma), 1);
  EXPECT_LT(of_circuit.dt, of_losses.dt);
  EXPECT_EQ(of_circuit.cfl_of_relaxation, 0);
  EXPECT_EQ(of_circuit.cfl_of_diffusion, 0);
}

}  // namespace
}  // namespace dgsolve::test
