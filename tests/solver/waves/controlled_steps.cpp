/// Steps whose size follows from their errors: they meet the tolerance, and what a run is cut into does not
/// show in its result.

#include <gtest/gtest.h>

#include <cmath>

#include "solver/waves/time/controlled_runge_kutta.hpp"
#include "tests/support/waves/literal_recorder.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {
namespace {

constexpr double final_time = 1;

/// Linear in space, so that only steps in time leave an error, with a source that is short.
struct PulsedBox {
  // u_t = f', and x − 2y is constant along the flow.
  PulsedBox()
      : mesh(make_box(box_of(2, 2, 0, 1, false))),
        options(advected(mesh, "0.5", "(1 + x - 2*y)*(1 + sin(5*t) + exp(-((t - 0.5)/0.02)^2))",
                         "(1 + x - 2*y)*(5*cos(5*t) - 5000*(t - 0.5)*exp(-((t - 0.5)/0.02)^2))")),
        discretization(
            std::make_unique<Discretization>(mesh, options.order, apply_boundaries(mesh, options))) {}
  Wave wave(Precision precision = Precision::double_) const {
    return Wave(mesh, options, precision, "cpu", find_scheme("ssprk43"));
  }

  Mesh mesh;
  WaveSystem options;
  std::unique_ptr<Discretization> discretization;
};

struct Controlled {
  Controlled(const PulsedBox& box, Device& device, double tolerance)
      : op(*box.discretization, find_physics("advection", 2, ""), box.options, device, "",
           find_scheme("ssprk43")),
        integrator(
            op, [&](WaveState& u) { u.upload(initial(box)); }, control_by_errors(op, tolerance, final_time)) {
  }

  std::vector<double> initial(const PulsedBox& box) const {
    std::vector<double> state(box.discretization->n_dofs(1));
    box.discretization->project(state_formulas(op.physics, box.options, box.options.initial).formulas, 0, 1,
                                state);
    return state;
  }
  std::vector<double> state() const {
    std::vector<double> values(op.discretization.n_dofs(1));
    integrator.download(values);
    return values;
  }

  SpatialOperator op;
  ControlledRungeKutta integrator;
};

TEST(ControlledSteps, meet_the_tolerance_and_reject_steps_where_it_asks_for_it) {
  const PulsedBox box;
  long long before = 0;
  for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
    SCOPED_TRACE(tolerance);
    Wave wave = box.wave();
    std::vector<double> state = wave.project(box.options.initial, 0);
    ControlledRungeKutta integrator(
        wave.op, [&](WaveState& u) { u.upload(state); }, control_by_errors(wave.op, tolerance, final_time));
    integrator.advance(0, 0.05, 20);
    integrator.download(state);
    const StepRecord steps = *integrator.record();
    const double error = wave.total_error(final_time, state) / std::sqrt(2 * steps.largest_energy);
    EXPECT_LE(error, tolerance);
    EXPECT_GT(error, 1e-4 * tolerance) << "steps are far too small";
    EXPECT_GT(steps.rejected, 0);
    EXPECT_GT(steps.accepted, before);
    EXPECT_LT(steps.smallest_dt, steps.largest_dt / 3) << "the pulse is short";
    before = steps.accepted;
  }
}

TEST(ControlledSteps, give_the_same_bits_in_batches_of_any_size_and_from_recordings) {
  const PulsedBox box;
  const auto run = [&](Device& device, const std::vector<long>& batches) {
    Controlled steps(box, device, 1e-5);
    steps.integrator.set_clock(0, 0.05, 0);
    for (const long batch : batches) steps.integrator.advance(batch);
    return std::pair(steps.state(), *steps.integrator.record());
  };
  host::HostDevice<double> plain;
  LiteralRecorder recorder;
  const auto expected = run(plain, {20});
  EXPECT_GT(expected.second.rejected, 0);
  for (Device* const device : std::initializer_list<Device*>{&plain, &recorder}) {
    const auto [state, record] = run(*device, {1, 2, 7, 10});
    EXPECT_EQ(state, expected.first);
    EXPECT_EQ(record, expected.second);
  }
  EXPECT_GT(recorder.n_recordings(), 0);
}

/// At any sample, before and behind the pulse, where steps are rejected.
TEST(ControlledSteps, go_on_with_the_same_bits_in_another_integrator_and_from_a_state_that_was_kept) {
  const PulsedBox box;
  host::HostDevice<double> device;
  for (long cut = 1; cut < 20; ++cut) {
    Controlled first(box, device, 1e-5), other(box, device, 1e-5);
    first.integrator.set_clock(0, 0.05, 0);
    first.integrator.advance(cut);
    const StepRecord record = *first.integrator.record();
    const std::vector<double> at_cut = first.state();
    first.integrator.keep();
    first.integrator.advance(20 - cut);
    ControlledRungeKutta resumed(
        other.op, [&](WaveState& u) { u.upload(at_cut); }, control_by_errors(other.op, 1e-5, final_time));
    resumed.go_on(record);
    resumed.set_clock(0, 0.05, cut);
    resumed.advance(20 - cut);
    std::vector<double> state(at_cut.size());
    resumed.download(state);
    EXPECT_EQ(state, first.state());
    EXPECT_EQ(*resumed.record(), *first.integrator.record());

    const StepRecord at_end = *first.integrator.record();
    first.integrator.go_back();
    first.integrator.set_clock(0, 0.05, cut);
    first.integrator.advance(20 - cut);
    EXPECT_EQ(first.state(), state);
    EXPECT_EQ(*first.integrator.record(), at_end);
  }
}

TEST(ControlledSteps, show_samples_at_equal_distances) {
  const PulsedBox box;
  LiteralRecorder device;
  Controlled run(box, device, 1e-5);
  const SamplePoints points{SampleKind::transforms, {0}, std::vector<double>(3, 1.0 / 3), 0, {0}, 1};
  const auto sums = run.op.wave->sampler(points);
  run.integrator.set_clock(0, 0.05, 0);
  double expected = 0;
  const auto sampler = run.op.wave->sampler({SampleKind::rows, {0}, points.weights, 20});
  run.integrator.after_each_step([&](const WaveState& u, long step) {
    sampler->take(u, step);
    sums->take(u, step);
  });
  run.integrator.advance(20);
  const std::vector<double> rows = sampler->read().values;
  for (std::size_t i = 0; i < rows.size(); ++i) expected += rows[i] * (i == 0 ? 0.025 : 0.05);
  EXPECT_NEAR(sums->read().values[0], expected, 1e-14);
}

TEST(ControlledSteps, that_become_too_small_end_the_run_with_a_reason) {
  const PulsedBox box;
  Wave wave = box.wave(Precision::single);
  const std::vector<double> state = wave.project(box.options.initial, 0);
  ControlledRungeKutta integrator(
      wave.op, [&](WaveState& u) { u.upload(state); }, control_by_errors(wave.op, 1e-12, final_time));
  try {
    integrator.advance(0, 0.05, 20);
    FAIL() << "rounding was taken for nothing";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("rounding"), std::string::npos) << error.what();
  }
  Wave without(box.mesh, box.options);
  EXPECT_THROW(control_by_errors(without.op, 0.1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve::test
