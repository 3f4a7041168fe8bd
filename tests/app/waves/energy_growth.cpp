/// Runs in which absorbing layers feed a mode, and runs in which they only trade energy with one.

#include "solver/waves/monitors/energy_growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

std::optional<double> growth_of(const std::function<double(double)>& energy, double since = 0) {
  std::vector<double> time, values;
  for (int i = 0; i <= 1000; ++i) {
    time.push_back(i * 0.1);
    values.push_back(energy(time.back()));
  }
  return lasting_growth(time, values, since);
}

TEST(LastingGrowth, is_what_goes_on_exponentially) {
  const auto mode = [](double rate) {
    return [rate](double t) { return std::exp(rate * t) * (1 + 0.9 * std::cos(20 * t)); };
  };
  ASSERT_TRUE(growth_of(mode(0.01)));
  EXPECT_NEAR(*growth_of(mode(0.01)), std::exp(0.01 * 50), 0.05);
  EXPECT_FALSE(growth_of(mode(0)));
  EXPECT_FALSE(growth_of(mode(-0.01)));
  EXPECT_TRUE(growth_of([&](double t) { return 1 + 1e-3 * mode(0.1)(t); })) << "it was hidden at first";
  EXPECT_TRUE(growth_of(mode(1))) << "by 43 decades";
}

TEST(LastingGrowth, is_neither_a_rise_to_a_constant_nor_a_late_pulse_nor_round_off) {
  EXPECT_FALSE(growth_of([](double t) { return 10 - 9 * std::exp(-t / 20); }));
  const auto pulse = [](double t) { return std::exp(-std::pow((t - 95) / 3, 2)); };
  EXPECT_FALSE(growth_of([&](double t) { return 1e-3 + pulse(t); }));
  EXPECT_FALSE(growth_of([&](double t) { return t < 5 ? 1 : 1e-14 * std::exp(0.05 * t); }));
  EXPECT_FALSE(growth_of([](double t) { return std::exp(0.1 * t); }, 99)) << "too few samples";
}

/// A box whose half is a dielectric, which rings below the cut-off of the other half, and a layer beyond
/// that.
CaseRun ringing_box(const std::string& frequency) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "box.geo") << R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 0.5, 2};
Rectangle(2) = {0.5, 0, 0, 0.5, 2};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }
Physical Surface("air") = Surface In BoundingBox {-1, -1, -1, 0.6, 3, 1};
Physical Surface("core") = Surface In BoundingBox {0.4, -1, -1, 2, 3, 1};
end() = Curve In BoundingBox {-0.1, -1, -1, 0.1, 3, 1};
Physical Curve("end") = {end()};
walls() = CombinedBoundary{ Surface{:}; };
Physical Curve("walls") = {walls()};
Physical Curve("walls") -= {end()};
MeshSize{:} = 0.5;
)";
  std::ofstream(folder.path() / "case.yaml") << R"yaml(
physics: maxwell
formulation: TE
units: natural
order: 3
mesh: {file: box.geo}
regions: {air: {}, core: {epsilon_r: 4}}
boundaries: {walls: pec, end: {type: open, thickness: 1, reflection: 1e-10, frequency: 0.05}}
waveforms: {pulse: {type: modulated_gaussian, frequency: 0.207, bandwidth: 0.15}}
sources: [{type: dipole, at: [0.75, 1], moment: [1, 0, 0], waveform: pulse}]
monitors: [{name: ring, type: resonances, at: [0.75, 1.2], band: [0.19, 0.22], fields: [Ex]}]
flux: {alpha: 0}
time: {final: 1500}
output: {}
)yaml";
  return CaseRun(folder.path() / "case.yaml", {"boundaries.end.frequency=" + frequency});
}

TEST(LastingGrowth, of_a_mode_that_a_layer_feeds_is_said_at_the_end) {
  const CaseRun run = ringing_box("0.05");
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("energy: it keeps growing"), std::string::npos) << run.program.errors;
  EXPECT_NE(run.program.errors.find("monitors: ring: the resonance at frequency 0.2"), std::string::npos)
      << run.program.errors;
}

/// Twice a period most of the energy is in the auxiliaries, which the energy leaves out.
TEST(LastingGrowth, is_not_said_of_a_mode_that_trades_energy_with_a_layer_and_decays) {
  const CaseRun run = ringing_box("0.2");
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_EQ(run.program.errors.find("warning"), std::string::npos) << run.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
