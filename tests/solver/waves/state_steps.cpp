/// Steps that follow the state, where speeds depend on it.

#include <gtest/gtest.h>

#include <cmath>

#include "solver/waves/time/controlled_runge_kutta.hpp"
#include "solver/waves/time/time_step.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/literal_recorder.hpp"
#include "tests/support/waves/test_equations.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {
namespace {

const Physics burgers = physics_of<Burgers<2>>();

/// On the box of the exact solution, by one of the schemes.
Wave wave_of(const Physics& physics, int N, int cells, const std::string& scheme,
             std::unique_ptr<Device> device = host_of_tests()) {
  const ExactSolution& exact = physics.info.exact;
  Mesh mesh =
      make_box(box_of(physics.info.dim, cells, exact.lower, exact.upper, exact.boundary == "periodic"));
  const WaveSystem options = exact_options(physics, N, mesh);
  return {std::move(mesh), options, physics, std::move(device), find_scheme(scheme)};
}

/// Of one state everywhere, which a source changes.
Wave uniform_wave(const std::string& u, const std::string& source) {
  Mesh mesh = make_box(box_of(2, 2, 0, 1, false));
  WaveSystem options = exact_options(burgers, 2, mesh);
  options.initial = options.exact = parse({{"u", u}});
  options.source = parse({{"u", source}});
  for (auto& [name, boundary] : options.boundaries) boundary.data = options.exact;
  return {std::move(mesh), options, burgers, host_of_tests()};
}

struct StateRun {
  StateRun(Wave& wave, double cfl)
      : initial(wave.project(wave.options.initial, 0)),
        integrator(
            wave.op, [&](WaveState& u) { u.upload(initial); }, control_by_state(wave.op, cfl)) {}

  std::vector<double> state() const {
    std::vector<double> values(initial.size());
    integrator.download(values);
    return values;
  }
  StepRecord record() const { return *integrator.record(); }

  std::vector<double> initial;
  ControlledRungeKutta integrator;
};

std::vector<std::string> one_of_each_form() { return {"lsrk54", "ssprk43"}; }

/// A step of 1 has this CFL number in a state.
double written_out_rate(const Wave& wave, const std::vector<double>& state) {
  const Discretization& d = wave.discretization;
  const std::size_t Np = d.element.Np;
  const std::size_t n_fields = wave.physics.n_fields;
  const double limit = 0.8 * stability_limit(d.mesh.dim, d.element.N, 1);
  const double of_diffusion =
      0.8 * schemes().front().real_axis_limit / viscous_spectral_radius(d.mesh.dim, d.element.N);
  double rate = 0;
  std::vector<double> u(n_fields);
  for (int e = 0; e < d.K(); ++e)
    for (std::size_t i = 0; i < Np; ++i) {
      for (std::size_t f = 0; f < n_fields; ++f) u[f] = state[(e * n_fields + f) * Np + i];
      const double* c = wave.op.coefficients.cell(e, d.element.Np);
      const double h = d.factors.smallest_altitude[e];
      const double diffusivity = wave.physics.diffusivity ? wave.physics.diffusivity(u.data(), c) : 0;
      rate = std::max(
          rate, wave.physics.max_speed(u.data(), c) / (limit * h) + diffusivity / (of_diffusion * h * h));
    }
  return rate;
}

TEST(StateSteps, go_by_the_fastest_wave_and_diffusion_at_any_node_of_any_cell) {
  for (const Physics* physics : all_equations()) {
    if (physics->info.linear) continue;
    Mesh mesh = wavy_box(physics->info.dim, 3, 2);
    WaveSystem options = exact_options(*physics, 2, mesh);
    set_walls(options, mesh, physics->info.boundary_types.front().name);
    for (auto& [name, boundary] : options.boundaries) boundary.data = some_data(*physics);
    Wave wave(std::move(mesh), options, *physics, host_of_tests());
    const auto u = wave.op.wave->allocate();
    std::vector<double> state = wave.random_state(3);
    const std::size_t Np = wave.discretization.element.Np, of_cell = Np * physics->n_fields,
                      last = of_cell - 1;  // of the last field: u, or the energy
    for (const std::size_t at :
         {of_cell - Np, state.size() / 2 / of_cell * of_cell + last, state.size() - 1}) {
      state[at] *= 9;
      u->upload(state);
      EXPECT_NEAR(wave.op.wave->step_rate(*u) / written_out_rate(wave, state), 1, 1e-14);
      for (const double bad : {NAN, INFINITY}) {
        std::vector<double> spoilt = state;
        spoilt[at] = bad;
        u->upload(spoilt);
        EXPECT_FALSE(std::isfinite(wave.op.wave->step_rate(*u)));
      }
    }
  }
}

/// u = 1/(1 + t) and u = 1 + t everywhere.
TEST(StateSteps, grow_as_the_solution_decays_and_shrink_as_it_speeds_up) {
  const double cfl = 0.9;
  for (const bool decays : {true, false}) {
    Wave wave = decays ? uniform_wave("1/(1 + t)", "-1/(1 + t)^2") : uniform_wave("1 + t", "1");
    StateRun run(wave, cfl);
    run.integrator.set_clock(0, 0.5, 0);
    for (int sample = 1; sample <= 4; ++sample) {
      const StepRecord before = run.record();
      run.integrator.advance(1);
      const StepRecord after = run.record();
      EXPECT_EQ(after.dt, cfl / wave.op.wave->step_rate(run.integrator.state()));
      EXPECT_TRUE(decays ? after.dt > before.dt : after.dt < before.dt);
      const double n = static_cast<double>(after.accepted - before.accepted);
      EXPECT_GE(n * std::max(before.dt, after.dt), 0.5 * (1 - 1e-12));
      EXPECT_LE(n, std::ceil(0.5 / std::min(before.dt, after.dt)) + 1) << "steps are too small";
    }
    const StepRecord all = run.record();
    EXPECT_EQ(all.rejected, 0);
    EXPECT_GT(all.largest_dt, 1.5 * all.smallest_dt);
    EXPECT_LT(wave.total_error(2, run.state()), 1e-6);
  }
}

TEST(StateSteps, end_at_samples_however_slow_the_waves) {
  Wave wave = uniform_wave("0", "0");
  StateRun run(wave, 1);
  run.integrator.advance(0, 0.5, 4);
  EXPECT_EQ(run.record().accepted, 4);
  EXPECT_EQ(run.record().largest_dt, 0.5);
}

TEST(StateSteps, that_shrink_a_little_between_samples_are_a_few_more_and_not_twice_as_many) {
  Wave wave = uniform_wave("1 + t/100", "1/100");
  TimeOptions options;
  const double dt = choose_time_step(wave.op, options).dt,
               distance = distance_of_samples(wave.op, options, dt);
  StateRun run(wave, options.cfl);
  run.integrator.advance(0, distance, 10);
  const double n = static_cast<double>(run.record().accepted);
  EXPECT_GT(n, 10 * distance / dt);
  EXPECT_LT(n, 1.2 * 10 * distance / dt);
  options.dt = dt;
  EXPECT_EQ(distance_of_samples(wave.op, options, dt), dt);
}

TEST(StateSteps, keep_the_order_of_convergence) {
  for (const std::string& scheme : one_of_each_form())
    for (const int N : {2, 3}) {
      double error[2];
      for (const int level : {0, 1}) {
        Wave wave = wave_of(burgers, N, 6 << level, scheme);
        StateRun run(wave, 0.5);
        run.integrator.advance(0, 0.1, 3);
        error[level] = wave.total_error(0.3, run.state());
      }
      EXPECT_GE(observed_order(error[0], error[1]), N + 0.8)
          << scheme << ", N = " << N << ", errors " << error[0] << ", " << error[1];
    }
}

TEST(StateSteps, give_the_same_bits_in_batches_of_any_size_and_from_recordings) {
  for (const std::string& scheme : one_of_each_form()) {
    const auto run = [&](std::unique_ptr<Device> device, const std::vector<long>& batches) {
      Wave wave = wave_of(burgers, 2, 3, scheme, std::move(device));
      StateRun steps(wave, 1);
      steps.integrator.set_clock(0, 0.07, 0);
      for (const long batch : batches) steps.integrator.advance(batch);
      return std::pair(steps.state(), steps.record());
    };
    const auto expected = run(host_of_tests(), {10});
    EXPECT_GT(expected.second.accepted, 10);
    for (const bool records : {false, true}) {
      std::unique_ptr<Device> device = host_of_tests();
      if (records) device = std::make_unique<LiteralRecorder>(with_kernels_of_tests());
      const auto [state, record] = run(std::move(device), {1, 2, 7});
      EXPECT_EQ(state, expected.first);
      EXPECT_EQ(record, expected.second);
    }
  }
}

TEST(StateSteps, go_on_with_the_same_bits_in_another_integrator_and_from_a_state_that_was_kept) {
  constexpr long n = 6;
  for (const std::string& scheme : one_of_each_form())
    for (long cut = 1; cut < n; ++cut) {
      Wave wave = wave_of(burgers, 2, 3, scheme), other = wave_of(burgers, 2, 3, scheme);
      StateRun first(wave, 1);
      first.integrator.set_clock(0, 0.07, 0);
      first.integrator.advance(cut);
      const StepRecord record = first.record();
      const std::vector<double> at_cut = first.state();
      first.integrator.keep();
      first.integrator.advance(n - cut);
      ControlledRungeKutta resumed(
          other.op, [&](WaveState& u) { u.upload(at_cut); }, control_by_state(other.op, 1));
      resumed.set_clock(0, 0.07, cut);
      resumed.go_on(record);
      resumed.advance(n - cut);
      std::vector<double> state(at_cut.size());
      resumed.download(state);
      EXPECT_EQ(state, first.state());
      EXPECT_EQ(*resumed.record(), first.record());

      const StepRecord at_end = first.record();
      first.integrator.go_back();
      first.integrator.set_clock(0, 0.07, cut);
      first.integrator.advance(n - cut);
      EXPECT_EQ(first.state(), state);
      EXPECT_EQ(first.record(), at_end);
    }
}

TEST(StateSteps, of_a_state_that_is_not_finite_reach_the_sample_where_its_energy_shows_it) {
  Wave wave = uniform_wave("1", "0");
  for (const double bad : {NAN, INFINITY}) {
    StateRun run(wave, 1);
    run.initial[5] = bad;
    ControlledRungeKutta integrator(
        wave.op, [&](WaveState& u) { u.upload(run.initial); }, control_by_state(wave.op, 1));
    integrator.advance(0, 0.5, 2);
    EXPECT_FALSE(std::isfinite(wave.op.wave->energy(integrator.state())));
  }
}

TEST(StateSteps, that_become_too_small_end_the_run_with_a_reason) {
  Wave wave = uniform_wave("1e12", "0");
  StateRun run(wave, 1);
  EXPECT_THROW(run.integrator.advance(0, 0.5, 1), std::runtime_error);
}

TEST(StateSteps, are_taken_where_speeds_depend_on_the_state_and_equal_ones_elsewhere) {
  for (const Physics* physics : all_equations()) {
    SCOPED_TRACE(physics->info.type);
    Wave wave = wave_of(*physics, 1, 2, "lsrk54");
    const std::vector<double> initial = wave.project(wave.options.initial, 0);
    const auto upload = [&](WaveState& u) { u.upload(initial); };
    TimeOptions options;
    options.final = 1;
    const double dt = 0.9 * choose_time_step(wave.op, options).dt;
    const auto integrator = make_integrator(wave.op, upload, options);
    EXPECT_EQ(integrator->record().has_value(), !physics->info.linear);
    if (!physics->info.linear) continue;
    integrator->advance(0, dt, 5);
    std::vector<double> state(initial.size());
    integrator->download(state);
    EXPECT_EQ(state, wave.after_steps(initial, dt, 5));
    EXPECT_THROW(control_by_state(wave.op, 1), std::logic_error);
  }
}

}  // namespace
}  // namespace dgsolve::test
