/// Monitors of resonances: frequencies and Q of cavities against theory.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/programs/run_case.hpp"

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
