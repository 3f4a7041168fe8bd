/// Steps whose size follows from relative errors, where no energy is a square of the state.

#include <gtest/gtest.h>

#include <cmath>

#include "solver/waves/time/controlled_runge_kutta.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/test_equations.hpp"

namespace dgsolve::test {
namespace {

constexpr double sample_distance = 0.1;

/// The exact solution of an equation of a gas, on a mesh half of whose cells are curved.
struct GasRun {
  GasRun(const Physics& physics, double tolerance, int order = 2)
      : wave(of(physics, order)),
        initial(wave.project(wave.options.initial, 0)),
        integrator(
            wave.op, [&](WaveState& u) { u.upload(initial); }, control_by_errors(wave.op, tolerance, 1)) {}

  static Wave of(const Physics& physics, int order) {
    Mesh mesh = half_curved_box(physics.info.dim);
    WaveSystem options = exact_options(physics, order, mesh);
    for (auto& [name, boundary] : options.boundaries) boundary = {"far_field", "", options.exact, ""};
    return {std::move(mesh), options, physics, host_of_tests(), find_scheme("auto", false)};
  }
  /// Goes on to a sample.
  void advance(long n) { integrator.advance(n); }
  std::vector<double> state() const {
    std::vector<double> values(initial.size());
    integrator.download(values);
    return values;
  }
  /// How far another state is from this run's.
  double distance(std::vector<double> other) {
    const std::vector<double> mine = state();
    for (std::size_t i = 0; i < mine.size(); ++i) other[i] -= mine[i];
    const auto difference = wave.op.wave->allocate();
    difference->upload(other);
    const auto squares = [&](const WaveState& u) {
      return wave.op.wave->measure(StateMeasure::squares, u, 0);
    };
    return wave.physics.relative_size(squares(*difference).data(), squares(integrator.state()).data());
  }

  Wave wave;
  std::vector<double> initial;
  ControlledRungeKutta integrator;
};

std::vector<const Physics*> gases() {
  std::vector<const Physics*> found;
  for (const Physics* physics : all_equations())
    if (physics->info.primitive) found.push_back(physics);
  return found;
}

TEST(RelativeErrors, bound_those_of_each_step_and_grow_with_the_tolerance) {
  ASSERT_FALSE(gases().empty());
  for (const Physics* physics : gases()) {
    SCOPED_TRACE(physics->info.type);
    GasRun fine(*physics, 1e-9);
    fine.integrator.advance(0, sample_distance, 2);
    double before = 0;
    for (const double tolerance : {1e-6, 1e-5, 1e-4}) {
      GasRun run(*physics, tolerance);
      run.integrator.advance(0, sample_distance, 2);
      const StepRecord steps = *run.integrator.record();
      const double error = run.distance(fine.state());
      EXPECT_LT(error, static_cast<double>(steps.accepted) * tolerance);
      EXPECT_GT(error, before);
      EXPECT_LT(steps.accepted, fine.integrator.record()->accepted);
      EXPECT_GT(steps.rejected, 0) << "the first step is as long as the distance of samples";
      before = error;
    }
  }
}

TEST(RelativeErrors, of_momentum_are_found_where_the_gas_is_at_rest) {
  for (const Physics* physics : gases()) {
    const std::size_t n = physics->n_fields;
    std::vector<double> state(n, 0.0), error(n, 0.0);
    state.front() = 4;
    state.back() = 9;
    EXPECT_EQ(physics->relative_size(error.data(), state.data()), 0);
    error[1] = 6e-4;
    EXPECT_DOUBLE_EQ(physics->relative_size(error.data(), state.data()), 1e-2);
    error[0] = NAN;
    EXPECT_TRUE(std::isnan(physics->relative_size(error.data(), state.data())));
  }
}

TEST(RelativeErrors, give_the_same_bits_after_a_restart) {
  for (const Physics* physics : gases()) {
    SCOPED_TRACE(physics->info.type);
    constexpr double tolerance = 1e-4;
    GasRun whole(*physics, tolerance), other(*physics, tolerance);
    whole.integrator.set_clock(0, sample_distance, 0);
    whole.integrator.advance(1);
    const StepRecord record = *whole.integrator.record();
    const std::vector<double> at_cut = whole.state();
    whole.integrator.advance(2);
    ControlledRungeKutta resumed(
        other.wave.op, [&](WaveState& u) { u.upload(at_cut); },
        control_by_errors(other.wave.op, tolerance, 1));
    resumed.go_on(record);
    resumed.set_clock(0, sample_distance, 1);
    resumed.advance(2);
    std::vector<double> state(at_cut.size());
    resumed.download(state);
    EXPECT_EQ(state, whole.state());
    EXPECT_EQ(*resumed.record(), *whole.integrator.record());
  }
}

TEST(RelativeErrors, that_twenty_steps_in_a_row_do_not_meet_end_the_run_with_a_reason) {
  for (const Physics* physics : gases()) {
    GasRun run(*physics, 1e-4);
    run.initial[run.initial.size() / 2] = NAN;
    ControlledRungeKutta integrator(
        run.wave.op, [&](WaveState& u) { u.upload(run.initial); }, control_by_errors(run.wave.op, 1e-4, 1));
    try {
      integrator.advance(0, sample_distance, 1);
      FAIL() << "a state that is not finite was taken for a good one";
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("steps in a row"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace dgsolve::test
