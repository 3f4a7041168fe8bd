/// Absorption monitors: the heat in lossy media against the exact slab, in parts and after restarts.

#include <gtest/gtest.h>

#include <numbers>
#include <tuple>

#include "tests/support/exact/slab.hpp"
#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/strip_case.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;

/// The strip's slab with a medium, and what it absorbs.
std::vector<std::string> with_heat(const std::string& slab) {
  return {"regions.slab=" + slab,
          "monitors=[{name: reflected, type: flux, surface: front, frequencies: [0.3, 0.4]}, "
          "{name: transmitted, type: flux, surface: behind, frequencies: [0.3, 0.4]}, "
          "{name: heat, type: absorption, regions: slab, frequencies: [0.3, 0.4]}]"};
}

TEST(Absorption, is_what_a_slab_neither_reflects_nor_transmits_whatever_makes_it_lossy) {
  constexpr double omega = 2 * std::numbers::pi * 0.3;
  const Complex s(0, omega);
  const Complex resonance = 18.0 / (9.0 + s * (s + 0.8));
  const std::string poles = "lorentz: [{delta: 2, frequency: 3, damping: 0.8}]";
  const std::vector<std::tuple<std::string, Complex, Complex>> media = {
      {"{epsilon_r: 4, sigma: 0.8}", 4.0 + 0.8 / s, 1},
      {"{epsilon_r: 2, sigma: 0.2, debye: [{delta: 2, tau: 0.4}]}", 2.0 + 0.2 / s + 2.0 / (1.0 + 0.4 * s), 1},
      {"{epsilon_r: 1.5, " + poles + "}", 1.5 + resonance, 1},
      {"{mu_r: 1.5, mu: {" + poles + "}}", 1, 1.5 + resonance}};
  for (const auto& [slab, epsilon, mu] : media) {
    SCOPED_TRACE(slab);
    const StripCase strip;
    const CaseRun run(strip.file, with_heat(slab));
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const double R = -strip.first_of(run, "reflected", "share"),
                 T = strip.first_of(run, "transmitted", "share"), A = strip.first_of(run, "heat", "share");
    const auto [reflected, transmitted] =
        slab_power(std::sqrt(epsilon / mu), std::sqrt(epsilon * mu) * omega * 0.5);
    EXPECT_GT(A, 0.1);
    EXPECT_NEAR(A, 1 - reflected - transmitted, 1e-3);
    EXPECT_NEAR(R + T + A, 1, 1e-3);
    // W through the strip's height of 0.25, of E = 1; the cross-section is that of the intensity 1/2.
    EXPECT_NEAR(strip.first_of(run, "heat", "power"), A * 0.25 / 2, 1e-12);
    EXPECT_NEAR(strip.first_of(run, "heat", "cross_section"), A * 0.25, 1e-12);
    EXPECT_EQ(strip.first_of(run, "heat_balance", "reflected"), R);
    EXPECT_EQ(strip.first_of(run, "heat_balance", "sum"), R + T + A);
    EXPECT_NE(run.program.errors.find("monitors reflected, transmitted and heat: what they find of the wave "
                                      "is together 1 within "),
              std::string::npos)
        << run.program.errors;
    EXPECT_TRUE(run.summary()["warnings"].empty()) << run.summary()["warnings"];
  }
}

TEST(Absorption, of_several_regions_is_that_of_all_and_of_each_and_none_where_nothing_is_lost) {
  const StripCase strip;
  const CaseRun run(
      strip.file, {"regions.slab.sigma=0.8", "order=2",
                   "monitors=[{name: heat, type: absorption, regions: [slab, total], frequencies: [0.3]}]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_GT(strip.first_of(run, "heat", "share"), 0.1);
  EXPECT_EQ(strip.first_of(run, "heat", "power"), strip.first_of(run, "heat", "power_slab"));
  EXPECT_EQ(strip.first_of(run, "heat", "share_total"), 0);
  EXPECT_NE(run.program.errors.find("monitor heat: region total has no losses, neither sigma nor poles"),
            std::string::npos)
      << run.program.errors;
}

TEST(Absorption, is_the_same_share_of_a_wave_that_comes_in_through_a_boundary) {
  const StripCase strip;
  std::vector<std::string> inside = with_heat("{epsilon_r: 4, sigma: 0.8}"), through = inside;
  through.insert(through.end(), {"sources=[]", "boundaries.*_end=absorbing",
                                 "boundaries.front_end={type: incoming, plane_wave: {direction: [1, 0, 0], "
                                 "polarisation: [0, 0, 1], waveform: pulse}}"});
  const CaseRun one(strip.file, inside), other(strip.file, through);
  ASSERT_EQ(one.program.status, 0) << one.program.errors;
  ASSERT_EQ(other.program.status, 0) << other.program.errors;
  EXPECT_NEAR(strip.first_of(other, "heat", "share"), strip.first_of(one, "heat", "share"), 1e-4);
}

TEST(Absorption, amid_a_pulse_does_not_close_the_balance) {
  const StripCase strip;
  std::vector<std::string> early = with_heat("{epsilon_r: 4, sigma: 0.8}");
  early.emplace_back("time.final=17");
  const CaseRun run(strip.file, early);
  const std::string said = run.summary()["warnings"].dump();
  EXPECT_NE(said.find("monitors reflected, transmitted and heat: at frequency 0."), std::string::npos)
      << said;
  EXPECT_NE(said.find("together not 1"), std::string::npos) << said;
}

TEST(Absorption, of_a_restarted_run_has_the_bits_of_the_whole_one) {
  const StripCase strip;
  std::vector<std::string> settings = with_heat("{epsilon_r: 2, debye: [{delta: 2, tau: 0.4}]}");
  settings.insert(settings.end(), {"order=2", "time.final=12", "output.checkpoint={every: 2, keep: 1000}"});
  const CaseRun run(strip.file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  ASSERT_TRUE(results_of(run.results).contains("monitors/heat.csv"));
  ASSERT_TRUE(results_of(run.results).contains("monitors/heat_balance.csv"));
  expect_same_bits_after_restarts(run, strip.file, settings, 4);
}

}  // namespace
}  // namespace dgsolve::test
