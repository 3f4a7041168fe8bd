/// Pulses and waves at interfaces, in conductors and through open boundaries, in a strip that is one cell
/// high.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/sample.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve {
namespace {

constexpr int N = 6;

/// A strip lower ≤ x ≤ upper, periodic in y, with an interface in the middle; TM waves along x.
test::Wave strip(double lower, double upper, int cells, test::WaveSystem options) {
  BoxOptions box;
  box.cells = {cells, 1, 1};
  box.lower = {lower, 0, 0};
  box.upper = {upper, (upper - lower) / cells, 0};
  box.periodic = {false, true, false};
  Mesh mesh = make_box(box, true);
  options.equation = "maxwell";
  options.formulation = "TM";
  options.order = N;
  options.boundaries["ymin"] = options.boundaries["ymax"] = {"periodic", "", {}};
  return test::Wave(std::move(mesh), options);
}

/// The value of largest size that a field takes at nodes with from ≤ x ≤ to.
double extreme(const test::Wave& wave, const std::vector<double>& state, int field, double from, double to) {
  const int Np = wave.discretization.element.Np, n_fields = wave.physics.n_fields;
  double found = 0;
  const std::vector<double> nodes = wave.discretization.all_nodes();
  for (int e = 0; e < wave.discretization.K(); ++e)
    for (int i = 0; i < Np; ++i) {
      const double x = nodes[(e * Np + i) * 2];
      const double value = state[(e * n_fields + field) * Np + i];
      if (x >= from && x <= to && std::abs(value) > std::abs(found)) found = value;
    }
  return found;
}

TEST(MaxwellInterface, reflects_and_transmits_a_pulse_as_fresnel_says) {
  test::WaveSystem options;
  options.regions["box"] = {};
  options.regions["box2"] = test::parse({{"epsilon_r", "4"}});
  options.boundaries["xmin"] = options.boundaries["xmax"] = {"absorbing", "", {}};
  // A pulse that travels to the right: E along z, H along −y.
  options.initial = test::parse({{"Ez", "exp(-((x+3)/0.5)^2)"}, {"Hy", "-exp(-((x+3)/0.5)^2)"}});
  test::Wave wave = strip(-6, 6, 48, options);
  const std::vector<double> state = wave.run(6);
  const int Hy = 1, Ez = 2;  // the incident pulse has Ez = 1, Hy = −1
  EXPECT_NEAR(extreme(wave, state, Ez, -6, 0), -1.0 / 3, 0.005 / 3);
  EXPECT_NEAR(extreme(wave, state, Ez, 0, 6), 2.0 / 3, 0.005 * 2 / 3);
  EXPECT_NEAR(extreme(wave, state, Hy, -6, 0) / -1.0, 1.0 / 3, 0.005 / 3);
  EXPECT_NEAR(extreme(wave, state, Hy, 0, 6) / -1.0, 4.0 / 3, 0.005 * 4 / 3);
}

TEST(MaxwellOpenBoundaries, let_a_pulse_in_on_one_side_and_out_on_the_other) {
  for (const double alpha : {0.0, 1.0}) {
    test::WaveSystem options;
    options.flux_parameters["alpha"] = alpha;
    options.regions["box"] = options.regions["box2"] = {};
    options.boundaries["xmin"] = {
        "incoming", "", test::parse({{"Ez", "exp(-((t-2)/0.5)^2)"}, {"Hy", "-exp(-((t-2)/0.5)^2)"}})};
    options.boundaries["xmax"] = {"absorbing", "", {}};
    test::Wave wave = strip(0, 4, 16, options);
    RungeKutta integrator(wave.op, wave.project({}, 0));
    std::vector<double> state(wave.discretization.n_dofs(3));
    const double dt = choose_time_step(wave.op, {}).dt;
    const Steps steps = divide_interval(4, dt);
    integrator.advance(0, steps.dt, steps.n);
    integrator.download(state);
    EXPECT_NEAR(extreme(wave, state, 2, 0, 4), 1, 0.005) << "the pulse is inside";
    integrator.advance(4, steps.dt, steps.n);
    integrator.download(state);
    EXPECT_LT(std::abs(extreme(wave, state, 2, 0, 4)), 0.01) << "the pulse has left";
  }
}

TEST(MaxwellConductor, damps_a_plane_wave_as_its_complex_wave_number_says) {
  const double omega = 2 * M_PI, sigma = 4;
  test::WaveSystem options;
  options.regions["box"] = {};
  options.regions["box2"] = test::parse({{"sigma", std::to_string(sigma)}});
  const std::string wave_in = "sin(2*pi*(t-x))*(1-exp(-(t/1)^4))";
  options.boundaries["xmin"] = {"incoming", "", test::parse({{"Ez", wave_in}, {"Hy", "-" + wave_in}})};
  options.boundaries["xmax"] = {"absorbing", "", {}};
  test::Wave wave = strip(-2, 2, 32, options);
  // k = ω √(1 + iσ/ω) in natural units; amplitudes fall as exp(−Im k · x) (Jackson, Classical
  // Electrodynamics, 7.5).
  const double modulus = std::sqrt(1 + sigma * sigma / (omega * omega));
  const double decay = omega * std::sqrt((modulus - 1) / 2);
  RungeKutta integrator(wave.op, wave.project({}, 0));
  const Steps to_steady = divide_interval(8, choose_time_step(wave.op, {}).dt);
  integrator.advance(0, to_steady.dt, to_steady.n);
  // Fourier coefficient over one period at two depths.
  const double depth[2] = {0.25, 0.75};
  std::vector<int> elements;
  std::vector<double> weights;
  for (const double x : depth) {
    const Location where = wave.discretization.locate({x, 0.03, 0});
    elements.push_back(where.element);
    for (const double w : wave.discretization.interpolation_weights(where)) weights.push_back(w);
  }
  const int samples = 64;
  const Steps between = divide_interval(1.0 / samples, to_steady.dt);
  double re[2] = {0, 0}, im[2] = {0, 0};
  for (int s = 0; s < samples; ++s) {
    const std::vector<double> values = test::sample(*wave.op.wave, integrator.state(), elements, weights);
    for (int p = 0; p < 2; ++p) {
      re[p] += values[p * 3 + 2] * std::cos(2 * M_PI * s / samples);
      im[p] += values[p * 3 + 2] * std::sin(2 * M_PI * s / samples);
    }
    integrator.advance(8 + static_cast<double>(s) / samples, between.dt, between.n);
  }
  const double measured = std::hypot(re[1], im[1]) / std::hypot(re[0], im[0]);
  const double expected = std::exp(-decay * (depth[1] - depth[0]));
  EXPECT_NEAR(measured / expected, 1, 0.005);
}

}  // namespace
}  // namespace dgsolve
