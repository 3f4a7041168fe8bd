/// What the energy may do, and that more is found out.

#include "solver/waves/diagnostics/energy_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/plates.hpp"

namespace dgsolve::test {
namespace {

class EnergyOf : public testing::TestWithParam<const Physics*> {};

TEST_P(EnergyOf, a_driven_run_stays_below_what_is_put_in) {
  const Physics& physics = *GetParam();
  const Mesh mesh = half_curved_box(physics.info.dim);
  for (const bool from_zero : {true, false}) {
    Wave wave(mesh, options_with_everything(physics, mesh, 2));
    const double dt = choose_time_step(wave.op, {}).dt;
    const std::vector<double> zero(wave.discretization.n_dofs(physics.n_fields));
    const std::vector<double> initial = from_zero ? zero : wave.random_state(7);
    RungeKutta integrator(wave.op, initial);
    for (const long n : {1, 10, 100}) {
      const double bound =
          std::sqrt(wave.op.wave->energy(integrator.state())) + integrator.root_of_energy_put_in(0.1, dt, n);
      integrator.advance(0.1, dt, n);
      EXPECT_LE(std::sqrt(wave.op.wave->energy(integrator.state())), bound * 1.001) << n << " steps";
      EXPECT_GT(bound, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EnergyOf, testing::ValuesIn(linear_physics()), name_of_physics);

/// Steps of a driven run as a program takes them, until something is wrong.
std::optional<std::string> watch(EnergyWatch& energy, Integrator& integrator, TimePosition& position) {
  integrator.set_clock(position.interval.start, position.interval.dt, 0);
  std::optional<std::string> trouble = energy.check(position);
  while (!trouble && !position.at_target()) {
    const long n =
        std::min(energy.steps_until_check(position.steps), position.interval.n_steps - position.done);
    integrator.advance(n);
    position.done += n;
    position.steps += n;
    trouble = energy.check(position);
  }
  return trouble;
}

TEST_P(EnergyOf, a_run_with_too_large_a_step_is_found_out_and_goes_back_to_a_state_that_was_good) {
  const Physics& physics = *GetParam();
  const Mesh mesh = half_curved_box(physics.info.dim);
  for (const double cfl : {1.0, 12.0}) {
    Wave wave(mesh, options_with_everything(physics, mesh, 2));
    const double dt = cfl * choose_time_step(wave.op, {}).dt;
    const std::vector<double> zero(wave.discretization.n_dofs(physics.n_fields));
    RungeKutta integrator(wave.op, zero);
    EnergyWatch energy(wave.op, integrator, Precision::double_, true);
    TimePosition position{{0, 200 * dt, 200, dt}, 0, 0};
    const std::optional<std::string> trouble = watch(energy, integrator, position);
    ASSERT_EQ(trouble.has_value(), cfl > 1) << trouble.value_or("nothing");
    if (!trouble) continue;
    EXPECT_EQ(trouble->find("the energy grew from "), 0U) << *trouble;
    const TimePosition good = energy.go_back();
    EXPECT_LT(good.steps, position.steps);
    EXPECT_EQ(wave.op.wave->energy(integrator.state()), energy.energy());
    const std::optional<int> cell = fastest_growing_cell(wave.op, integrator);
    ASSERT_TRUE(cell);
    EXPECT_GT(step_in_cell(wave.op, *cell, dt).cfl, 1.25);
  }
}

/// A lossless resonator between plates whose ends let waves out: they leave in 40 ps, and its energy falls in
/// 1.9 ns.
TEST(EnergyWatch, counts_what_a_circuit_rings_with_when_fields_have_gone) {
  const double C = 100e-12, L = 28e-12;
  Wave wave(plates::mesh_of(), plates::options_of(plates::parallel({}, L, C), false, "0"));
  const std::size_t n_dofs = wave.discretization.n_dofs(6), Np = wave.discretization.element.Np;
  std::vector<double> state(wave.op.n_values());
  for (std::size_t i = 0; i < n_dofs; ++i)
    if (i / Np % 6 == 2) state[i] = 10;                                                          // E_z, V/m
  for (std::size_t i = n_dofs + 1; i < state.size(); i += CircuitPoint::n_states) state[i] = 1;  // V/m
  RungeKutta integrator(wave.op, state);
  CircuitEnergy circuits(wave.op);
  EnergyWatch watch(wave.op, integrator, Precision::double_, false);
  const Steps steps = divide_interval(0.3e-9, choose_time_step(wave.op, {}).dt);
  TimePosition position{{0, 0.3e-9, steps.n, steps.dt}, 0, 0};
  integrator.set_clock(0, steps.dt, 0);
  double first_of_fields = 0, last = 0, largest = 0;
  while (true) {
    const std::optional<std::string> trouble = watch.check(position);
    ASSERT_FALSE(trouble) << *trouble;
    if (first_of_fields == 0) first_of_fields = watch.energy();
    last = watch.energy() + circuits.in(integrator.state());
    largest = std::max(largest, last);
    EXPECT_NEAR(watch.share_left(), last / largest, 1e-12);
    EXPECT_NEAR(watch.held(), last, 1e-12 * last);
    if (position.at_target()) break;
    const long n =
        std::min(watch.steps_until_check(position.steps), position.interval.n_steps - position.done);
    integrator.advance(n);
    position.done += n;
    position.steps += n;
  }
  EXPECT_LT(watch.energy(), 0.05 * first_of_fields);
  EXPECT_GT(watch.share_left(), 0.3);
}

}  // namespace
}  // namespace dgsolve::test
