/// The time step: what it scales with, and the experiment that its stability limits come from.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve {
namespace {

/// Cells of a structured box with pec walls, all alike, of a size along each axis.
BoxOptions box_with_spacing(int dim, int cells, const std::array<double, 3>& spacing) {
  BoxOptions box = test::box_of(dim, cells, 0, 1, false);
  for (int d = 0; d < dim; ++d) box.upper[d] = cells * spacing[d];
  return box;
}

test::Wave maxwell(const BoxOptions& box, int N, double alpha,
                   const std::map<std::string, std::string>& medium = {},
                   const Scheme& scheme = schemes().front()) {
  Mesh mesh = make_box(box);
  test::WaveSystem options;
  options.equation = "maxwell";
  options.formulation = box.dim == 2 ? "TM" : "";
  options.order = N;
  options.flux_parameters["alpha"] = alpha;
  options.regions["box"] = test::parse(medium);
  test::set_walls(options, mesh, "pec");
  return test::Wave(std::move(mesh), options, Precision::double_, "cpu", scheme);
}

double time_step(const BoxOptions& box, const std::map<std::string, std::string>& medium = {}) {
  return choose_time_step(maxwell(box, 3, 1, medium).op, {}).dt;
}

TEST(DivideInterval, lands_on_the_end_with_steps_no_larger_than_asked_for) {
  for (const double interval : {1.0, 0.1, 1e-9, 12345.678})
    for (const double dt : {1e-3, 0.3, 0.7, 1.0, 1.0000001}) {
      const Steps steps = divide_interval(interval, dt * interval);
      EXPECT_GE(steps.n, 1);
      EXPECT_LE(steps.dt, dt * interval * (1 + 1e-12));
      EXPECT_NEAR(static_cast<double>(steps.n) * steps.dt, interval, 1e-15 * interval);
      // One step fewer would be too long.
      EXPECT_TRUE(steps.n == 1 || interval / static_cast<double>(steps.n - 1) > dt * interval);
    }
}

TEST(DivideInterval, takes_no_step_more_for_round_off) {
  EXPECT_EQ(divide_interval(0.3, 0.1).n, 3);  // 0.3/0.1 is below 3, 0.3 − 0.2 above 0.1
  EXPECT_EQ(divide_interval(3 * 0.1, 0.1).n, 3);
  EXPECT_EQ(divide_interval(0.3 - 0.2, 0.1).n, 1);
  EXPECT_EQ(divide_interval(0.5, 2).n, 1);
}

TEST(TimeStep, is_proportional_to_the_size_of_the_cells_and_inversely_to_the_wave_speed) {
  for (const int dim : {2, 3}) {
    const double dt = time_step(box_with_spacing(dim, 2, {1, 1, 1}));
    EXPECT_NEAR(time_step(box_with_spacing(dim, 2, {0.25, 0.25, 0.25})), dt / 4, 1e-12 * dt);
    // c = 1/√(εμ).
    EXPECT_NEAR(time_step(box_with_spacing(dim, 2, {1, 1, 1}), {{"epsilon_r", "4"}, {"mu_r", "2.25"}}),
                3 * dt, 1e-12 * dt);
  }
}

TEST(TimeStep, is_proportional_to_cfl_and_a_given_dt_tells_its_cfl) {
  const test::Wave wave = maxwell(box_with_spacing(2, 2, {1, 1, 1}), 3, 1);
  TimeOptions options;
  const double dt = choose_time_step(wave.op, options).dt;
  options.cfl = 0.3;
  EXPECT_NEAR(choose_time_step(wave.op, options).dt, 0.3 * dt, 1e-14);
  options.dt = 0.7 * dt;
  EXPECT_EQ(choose_time_step(wave.op, options).dt, *options.dt);
  EXPECT_NEAR(choose_time_step(wave.op, options).cfl, 0.7, 1e-12);
}

TEST(TimeStep, falls_with_the_conductivity_and_stays_stable) {
  const BoxOptions box = box_with_spacing(2, 4, {0.25, 0.25, 0.25});
  for (const Scheme& scheme : schemes()) {
    SCOPED_TRACE(scheme.name);
    double before = choose_time_step(maxwell(box, 3, 1, {}, scheme).op, {}).dt;
    for (const std::string sigma : {"10", "1000", "100000"}) {
      test::Wave wave = maxwell(box, 3, 1, {{"sigma", sigma}}, scheme);
      const double dt = choose_time_step(wave.op, {}).dt;
      EXPECT_LT(dt, before);
      before = dt;
      std::vector<double> state = wave.random_state(1);
      const double start = energy(wave.op, state);
      RungeKutta integrator(wave.op, state);
      integrator.advance(0, 1.2 * dt, 100);
      integrator.download(state);
      EXPECT_LE(energy(wave.op, state), start) << sigma;
    }
  }
}

TEST(TimeStep, is_set_by_the_cell_with_the_smallest_ratio_of_altitude_to_wave_speed) {
  // Two media: the slower waves allow larger steps, unless their cells are much smaller.
  BoxOptions box = test::box_of(2, 6, 0, 1, false);
  box.jitter = 0.25;
  Mesh mesh = make_box(box, true);
  test::WaveSystem options;
  options.equation = "maxwell";
  options.formulation = "TM";
  options.regions["box"] = test::parse({{"epsilon_r", "1.44"}});
  options.regions["box2"] = {};
  test::set_walls(options, mesh, "pec");
  const test::Wave wave(std::move(mesh), options);
  const TimeStep step = choose_time_step(wave.op, {});
  double smallest = std::numeric_limits<double>::infinity();
  int cell = -1;
  for (int e = 0; e < wave.mesh.n_elements(); ++e) {
    const double speed = wave.mesh.region_names[wave.mesh.region[e]] == "box" ? 1 / 1.2 : 1;
    const double time = wave.discretization.factors.smallest_altitude[e] / speed;
    if (time < smallest) {
      smallest = time;
      cell = e;
    }
  }
  EXPECT_EQ(step.cell, cell);
  EXPECT_NEAR(step.altitude / step.speed, smallest, 1e-14);
}

/// Energy after 300 steps at a CFL number, over the energy of the random data before them.
double growth(test::Wave& wave, double cfl) {
  TimeOptions options;
  options.cfl = cfl;
  std::vector<double> state = wave.random_state(5);
  const double before = energy(wave.op, state);
  RungeKutta integrator(wave.op, state);
  integrator.advance(0, choose_time_step(wave.op, options).dt, 300);
  integrator.download(state);
  return energy(wave.op, state) / before;
}

/// Dimension, N, α.
class StabilityLimit : public testing::TestWithParam<std::tuple<int, int, double>> {};
INSTANTIATE_TEST_SUITE_P(dim_N_alpha, StabilityLimit,
                         testing::Combine(testing::Values(2, 3), testing::Range(1, 5),
                                          testing::Values(0.0, 1.0)));

TEST_P(StabilityLimit, is_at_cfl_1_25_on_the_worst_of_the_plain_and_the_squeezed_boxes) {
  const auto [dim, N, alpha] = GetParam();
  std::vector<std::array<double, 3>> spacings = {{1, 1, 1}, {0.1, 1, 1}};
  if (dim == 3) spacings.push_back({0.1, 0.1, 1});
  bool unstable = false;
  for (const auto& spacing : spacings) {
    test::Wave wave = maxwell(box_with_spacing(dim, dim == 2 ? 4 : 2, spacing), N, alpha);
    EXPECT_LE(growth(wave, 1.2), 1) << spacing[0] << ' ' << spacing[1];
    const double beyond = growth(wave, 1.25 * 1.06);
    unstable = unstable || !std::isfinite(beyond) || beyond > 1;
  }
  EXPECT_TRUE(unstable);
}

TEST(TimeStep, is_stable_up_to_cfl_1_2_by_every_scheme) {
  for (const Scheme& scheme : schemes())
    for (const int N : {1, 3})
      for (const double alpha : {0.0, 1.0})
        for (const auto& spacing : {std::array<double, 3>{1, 1, 1}, {0.1, 1, 1}}) {
          test::Wave wave = maxwell(box_with_spacing(2, 4, spacing), N, alpha, {}, scheme);
          EXPECT_LE(growth(wave, 1.2), 1) << scheme.name << ' ' << N << ' ' << alpha << ' ' << spacing[0];
        }
}

}  // namespace
}  // namespace dgsolve
