/// Monitors of resonances: frequencies and Q of cavities against theory.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

constexpr double pi = std::numbers::pi;

nlohmann::json modes_of(const CaseRun& run) {
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  return run.summary()["resonances"]["modes"];
}

std::string monitor(const std::string& at, const std::string& more) {
  return "monitors=[{name: modes, type: resonances, at: " + at + ", " + more + "}]";
}

TEST(Resonances, of_a_square_are_found_to_a_millionth_in_twenty_periods) {
  const CaseRun run(cavity,
                    {coarse, "order=7", "time={final: 28.28}", "output={}",
                     "initial={Ez: \"sin(pi*x)*sin(pi*y) + (1 + x)*(1 - x)*(1 + y)*(1 - y^2)\"}", "exact={}",
                     monitor("[[0.3, 0.2], [0.1, -0.4]]", "band: [0.3, 0.8], fields: [Ez]")});
  const nlohmann::json modes = modes_of(run);
  for (const auto& [m, n] : {std::pair(1, 1), {1, 2}, {2, 2}, {1, 3}}) {
    const double f = std::hypot(m, n) / 4;  // sides of length 2
    bool is_there = false;
    for (const nlohmann::json& mode : modes)
      is_there = is_there || std::abs(mode["frequency"].get<double>() / f - 1) < 1e-6;
    EXPECT_TRUE(is_there) << m << ' ' << n << '\n' << modes;
  }
  EXPECT_TRUE(std::filesystem::exists(run.results / "resonances_modes.csv"));
  EXPECT_NE(read_text(run.results / "report.html").find("Resonances"), std::string::npos);
}

TEST(Resonances, of_a_lossy_square_have_the_Q_of_theory) {
  const double sigma = 0.1;  // E ~ e^(-sigma t/2)
  const CaseRun run(cavity, {coarse, "order=6", "time={final: 28.28}", "output={}", "exact={}",
                             "regions.vacuum.sigma=0.1", monitor("[0.3, 0.2]", "band: [0.6, 0.8]")});
  const nlohmann::json modes = modes_of(run);
  ASSERT_EQ(modes.size(), 1u) << modes;
  const double omega = std::sqrt(2 * pi * pi - sigma * sigma / 4);
  EXPECT_NEAR(modes[0]["frequency"].get<double>(), omega / (2 * pi), 1e-6);
  EXPECT_NEAR(modes[0]["q"].get<double>() / (omega / sigma), 1, 5e-3);
}

TEST(Resonances, of_a_cube_are_found_to_a_millionth_in_twenty_periods) {
  const CaseRun run(shipped_cases / "maxwell_cavity_3d/case.yaml",
                    {"mesh.parameters.h=0.5", "order=6", "time={final: 23.1}", "output={}", "exact={}",
                     monitor("[0.3, 0.2, 0.4]", "band: [0.8, 0.95], fields: [Ez, Hx]")});
  const nlohmann::json modes = modes_of(run);
  ASSERT_EQ(modes.size(), 1u) << modes;
  EXPECT_NEAR(modes[0]["frequency"].get<double>() / (std::sqrt(3) / 2), 1, 1e-6);
}

/// At first in a record that has as many resonances in the band as it can tell apart: 20.
TEST(Resonances, that_a_record_is_too_short_for_are_warned_of_and_found_in_the_time_advised) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "box.geo") << R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 0.83};
Physical Surface("inside") = {1};
Physical Curve("wall") = {Curve{:}};
MeshSize{:} = 0.2;
)";
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(file) << R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 6
mesh: {file: box.geo}
regions: {inside: {}}
boundaries: {wall: pec}
waveforms: {pulse: {type: modulated_gaussian, frequency: 1.7, bandwidth: 2.8}}
sources: [{type: dipole, at: [0.23, 0.31], moment: [0, 0, 1], waveform: pulse}]
time: {final: 20}
)yaml";
  const auto modes = [&](const std::string& band, const std::string& final, std::string& said) {
    const CaseRun run(file, {"time.final=" + final,
                             monitor("[[0.37, 0.21], [0.81, 0.52]]", "fields: [Ez], band: " + band)});
    said = run.program.errors;
    return modes_of(run);
  };
  std::string said;
  const nlohmann::json some = modes("[0.6, 3.1]", "20", said);
  EXPECT_NE(said.find("or more resonances in the band are left out"), std::string::npos) << said;
  const std::size_t there =
      std::ranges::count_if(some, [](const auto& mode) { return mode["frequency"] > 2.4; });
  const std::string advised = behind(said, "expected a final time of about ");
  EXPECT_EQ(modes("[2.4, 3.1]", "20", said).size(), there);
  const nlohmann::json all = modes("[0.6, 3.1]", advised.substr(0, advised.find(',')), said);
  EXPECT_EQ(said.find("warning"), std::string::npos) << said;
  ASSERT_EQ(all.size(), 20u);
  for (const nlohmann::json& mode : all) {
    double nearest = 1;
    for (int m = 1; m < 8; ++m)
      for (int n = 1; n < 8; ++n)
        nearest = std::min(nearest, std::abs(std::hypot(m, n / 0.83) / 2 - mode["frequency"].get<double>()));
    EXPECT_LT(nearest, 1e-4) << mode;
  }
}

TEST(Resonances, of_a_record_too_short_or_with_steps_of_two_sizes_come_with_a_warning) {
  const std::string band = monitor("[0.3, 0.2]", "band: [0.2, 1]");
  const CaseRun few(cavity, {coarse, "order=1", "time={final: 0.5}", "output={}", "exact={}", band});
  EXPECT_NE(few.program.errors.find("are too few to find resonances"), std::string::npos)
      << few.program.errors;
  const CaseRun two(cavity, {coarse, "order=2", "time={final: 10}", "exact={}",
                             "output={fields: {format: vtu, every: 7}}", band});
  EXPECT_NE(two.program.errors.find("time steps are of several sizes"), std::string::npos)
      << two.program.errors;
  EXPECT_EQ(two.summary()["resonances"]["modes"].size(), 1u) << two.summary();
}

}  // namespace
}  // namespace dgsolve::test
