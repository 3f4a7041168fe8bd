/// What is known before a run of the waves in it, and of how well cells resolve them.

#include "solver/checks/resolution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/meshes/state_integral.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve {
namespace {

using test::Wave;

/// The unit box, or a slice of it, of TM waves in a medium.
Wave box(int N, int cells, const std::map<std::string, std::string>& medium,
         const std::map<std::string, std::string>& initial = {},
         const std::map<std::string, std::string>& source = {},
         const std::map<std::string, std::string>& incoming = {}) {
  Mesh mesh = make_box(test::box_of(2, cells, 0, 1, false));
  test::WaveSystem options;
  options.equation = "maxwell";
  options.formulation = "TM";
  options.order = N;
  options.regions["box"] = test::parse(medium);
  test::set_walls(options, mesh, "pec");
  options.initial = test::parse(initial);
  options.source = test::parse(source);
  if (!incoming.empty()) options.boundaries.begin()->second = {"incoming", "", test::parse(incoming)};
  return {std::move(mesh), options};
}

double frequency(const std::string& source, double final) {
  const Wave wave = box(2, 2, {}, {}, {{"Ez", source}});
  return highest_frequency(wave.discretization, wave.options, final);
}

TEST(HighestFrequency, of_a_sine_is_its_own_however_little_of_it_is_seen) {
  for (const double final : {0.03, 0.4, 1.0, 17.3}) {
    EXPECT_NEAR(frequency("x*sin(7*t)", final), 7, 1e-9) << final;
    EXPECT_NEAR(frequency("cos(7*(t-x))", final), 7, 1e-9) << final;
  }
}

TEST(HighestFrequency, of_a_gaussian_pulse_has_93_percent_of_the_energy_below_it) {
  // exp(-t²/2s²) has the power spectrum exp(-ω²s²), of which erf(ωs) is below ω.
  const double s = 0.3, omega = frequency("exp(-((t-3)/0.3)^2/2)", 6);
  EXPECT_NEAR(std::erf(omega * s), 0.93, 0.005);
}

TEST(HighestFrequency, of_a_pulse_sin_t_over_t_is_not_that_of_rounding_at_its_peak) {
  // The pulse has the same share of all frequencies below 4: their mean eighth power is 4^8/9. A sample meets
  // the peak.
  const double omega = frequency("sin(4*(t-10.0005+1e-13))/(t-10.0005+1e-13)", 20);
  EXPECT_NEAR(omega, 4 / std::pow(9, 1.0 / 8), 0.05);
}

TEST(HighestFrequency, counts_whatever_drives_the_case_and_the_highest_of_all) {
  const Wave wave = box(2, 2, {}, {}, {{"Ez", "sin(3*t)"}, {"Hx", "1"}}, {{"Ez", "sin(5*t)"}});
  EXPECT_NEAR(highest_frequency(wave.discretization, wave.options, 1), 5, 1e-9);
  const Wave still = box(2, 2, {}, {}, {{"Ez", "x"}});
  EXPECT_EQ(highest_frequency(still.discretization, still.options, 1), 0);
}

TEST(HighestFrequency, is_taken_where_the_source_is) {
  const double found = frequency("if(abs(x-0.5) + abs(y-0.5) < 0.3, sin(4*t), 1e-6*sin(90*t))", 2);
  EXPECT_NEAR(found, 4, 1e-9);
}

TEST(HighestWaveNumber, of_initial_sines_is_their_own_in_any_direction) {
  for (const int cells : {2, 5}) {
    const Wave wave = box(3, cells, {}, {{"Ez", "sin(3*x + 4*y + 0.1)"}});
    EXPECT_NEAR(highest_wave_numbers(wave.discretization, wave.options).at(0), 5, 1e-9) << cells;
  }
}

TEST(HighestWaveNumber, passes_over_a_singular_point) {
  const Wave wave = box(3, 2, {}, {{"Ez", "if(x + y == 0, sqrt(x-1), sin(6*x))"}});
  EXPECT_NEAR(highest_wave_numbers(wave.discretization, wave.options).at(0), 6, 1e-9);
}

/// k²x/r j₁(kr), a spherical mode: 0/0 where the mesh has a vertex, and rounding of any size next to it.
TEST(HighestWaveNumber, is_not_that_of_rounding_next_to_a_singularity_that_can_be_removed) {
  for (const char* const origin : {"0", "1e-17", "1e-13", "1e-9", "(1/3)", "(1/3 + 1e-13)"}) {
    const std::string x = std::string("(x-") + origin + ")", y = std::string("(y-") + origin + ")";
    const std::string square = "(" + x + "^2 + " + y + "^2)", r = "sqrt" + square;
    const std::string mode =
        "(sin(5*" + r + ")/" + square + " - 5*cos(5*" + r + ")/" + r + ")*" + x + "/" + r;
    const Wave wave = box(3, 3, {}, {{"Ez", mode}});
    EXPECT_NEAR(highest_wave_numbers(wave.discretization, wave.options).at(0), 5, 1.5) << origin;
  }
}

TEST(HighestWaveNumber, of_waves_that_no_node_resolves_is_their_own) {
  const Wave wave = box(1, 2, {}, {{"Ez", "sin(1e4*x + 0.3)"}});
  EXPECT_NEAR(highest_wave_numbers(wave.discretization, wave.options).at(0), 1e4, 1e-4);
}

TEST(RegionResolution, is_coarser_by_the_refractive_index_and_finer_by_the_order_and_the_cells) {
  const auto nodes = [](int N, int cells, const char* epsilon) {
    const Wave wave = box(N, cells, {{"epsilon_r", epsilon}});
    return (N + 1) / region_resolution(wave.op, wave.options, 5, {0}).at(0).value().kh;
  };
  const double first = nodes(2, 3, "1");
  EXPECT_NEAR(nodes(2, 3, "4"), first / 2, 1e-9);
  EXPECT_NEAR(nodes(2, 6, "1"), first * 2, 1e-9);
  EXPECT_NEAR(nodes(5, 3, "1"), first * 2, 1e-9);
}

/// In a good conductor the skin depth is √(2/(ωμσ)), the wavelength 2π times that, and ε plays no part; where
/// σ is small a wave decays by e in 2/(σZ).
TEST(RegionResolution, knows_the_skin_depth_of_good_conductors_and_of_poor_ones) {
  const auto in_medium = [](const char* epsilon, const char* sigma) {
    const Wave wave = box(2, 3, {{"epsilon_r", epsilon}, {"mu_r", "3"}, {"sigma", sigma}});
    return region_resolution(wave.op, wave.options, 5, {0}).at(0).value();
  };
  const double depth = std::sqrt(2 / (5 * 3 * 1e6));
  for (const char* epsilon : {"1", "4"}) {
    const RegionResolution good = in_medium(epsilon, "1e6");
    EXPECT_NEAR(good.skin_depth / depth, 1, 1e-4);
    EXPECT_NEAR(good.wavelength / (2 * std::numbers::pi * depth), 1, 1e-4);
    EXPECT_NEAR(good.kh / (std::sqrt(2.0) / depth * std::sqrt(2.0) / 3), 1, 1e-4);
  }
  EXPECT_NEAR(in_medium("3", "1e-4").skin_depth / 2e4, 1, 1e-4);
  EXPECT_NEAR(in_medium("3", "1e-4").wavelength / (2 * std::numbers::pi / 15), 1, 1e-4);
}

/// sin(kx) with k = 2 in a box with e'' + r e' + 4e = 0.
TEST(FrequencyOfWaves, is_that_of_the_damped_oscillation_and_none_of_what_only_decays_or_is_carried) {
  const auto found = [](const char* sigma) {
    const Wave wave = box(2, 2, {{"sigma", sigma}});
    return frequency_of_waves(wave.op, wave.options, {2});
  };
  EXPECT_NEAR(found("0"), 2, 1e-12);
  EXPECT_NEAR(found("2"), std::sqrt(3), 1e-12);
  EXPECT_EQ(found("4.1"), 0);
}

TEST(RegionResolution, is_unknown_where_nothing_oscillates) {
  const Wave wave = box(2, 2, {});
  EXPECT_FALSE(region_resolution(wave.op, wave.options, 0, {0}).at(0));
}

/// The estimate takes the longest edges for the size of cells, and so is never too hopeful; nor is it far
/// off.
TEST(LossPerWavelength, is_no_less_than_what_a_plane_wave_loses_on_a_mesh) {
  for (const int N : {1, 2, 3}) {
    const Mesh mesh = make_box(test::box_of(2, 4, 0, 1, true));
    test::WaveSystem options;
    options.equation = "advection";
    options.order = N;
    options.regions["box"] = test::parse({{"velocity_x", "1"}, {"velocity_y", "0"}});
    const double k = 2 * std::numbers::pi * (N == 1 ? 1 : N == 2 ? 1 : 2);
    options.initial = test::parse({{"u", "sin(" + std::to_string(k) + "*x)"}});
    Wave wave(mesh, options);
    const double wavelength = 2 * std::numbers::pi / k;
    const std::vector<double> before = wave.project(options.initial, 0);
    const std::vector<double> after = wave.run(8 * wavelength, 1e-3);
    const auto norm = [&](const std::vector<double>& u) {
      return std::sqrt(integrate(wave.discretization, 1, u, [](int, const double* v) { return *v * *v; }));
    };
    const double lost = 1 - std::pow(norm(after) / norm(before), 1.0 / 8);
    const double longest = std::sqrt(2.0) / 4;
    EXPECT_LT(lost, loss_per_wavelength(N, k * longest)) << N;
    EXPECT_GT(lost, loss_per_wavelength(N, k * longest / 4)) << N;
  }
}

TEST(LossPerWavelength, is_what_resolved_cells_were_asked_for) {
  for (int N = 1; N <= 10; ++N)
    for (const double loss : {1e-4, 1e-2})
      EXPECT_NEAR(loss_per_wavelength(N, resolved_kh(N, loss)) / loss, 1, 1e-9);
}

}  // namespace
}  // namespace dgsolve
