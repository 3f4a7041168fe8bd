/// A run whose time step is too large ends before anything it writes is wrong, and says where it went wrong.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {
namespace {

/// The number that follows a text; NaN where the text does not occur.
double number_after(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before);
  return at == std::string::npos ? std::nan("") : std::stod(text.substr(at + before.size()));
}

/// Every number in every probe's file.
double largest_in_probes(const std::filesystem::path& results) {
  double largest = 0;
  for (const auto& entry : std::filesystem::directory_iterator(results / "probes")) {
    const auto rows = read_csv(entry.path());
    for (std::size_t i = 1; i < rows.size(); ++i)
      for (std::size_t j = 1; j < rows[i].size(); ++j)
        largest = std::max(largest, std::abs(std::stod(rows[i][j])));
  }
  return largest;
}

TEST(UnstableStep, ends_the_run_at_the_last_good_state_with_and_without_sources) {
  for (const std::string source : {"{}", "{Ez: sin(t)}"})
    for (const std::string precision : {"double", "single"}) {
      SCOPED_TRACE(source + ", " + precision);
      const CaseRun run(cavity, {coarse, "order=2", "time.final=200", "time.dt=0.2", "source=" + source,
                                 "precision=" + precision, "output.fields.every=10"});
      const std::string& said = run.program.errors;
      EXPECT_EQ(run.program.status, 1);
      EXPECT_NE(said.find("beyond the stability limit"), std::string::npos) << said;
      const nlohmann::json summary = run.summary();
      EXPECT_EQ(summary["outcome"], "failed");
      const std::size_t message = said.find("the energy grew");
      ASSERT_NE(message, std::string::npos) << said;
      std::ostringstream place;
      place << " at t = " << summary["time"].get<double>() << ", step " << summary["steps"];
      EXPECT_NE(said.find(place.str(), message), std::string::npos) << said;
      EXPECT_LT(largest_in_probes(run.results), 10);
      const auto rows = read_csv(run.results / "probes/antinode.csv");
      EXPECT_EQ(std::stod(rows.back()[0]), summary["time"].get<double>());
    }
}

TEST(UnstableStep, is_not_blamed_where_a_source_gives_no_number_for_a_while) {
  const CaseRun run(cavity, {coarse, "order=2", "time.final=2", "exact={}", "output={}",
                             "source={Ez: sqrt((t-1)*(t-1.9))}"});
  const std::string& said = run.program.errors;
  EXPECT_EQ(run.program.status, 1);
  EXPECT_NE(said.find("source: got NaN or infinity for Ez in cell "), std::string::npos) << said;
}

TEST(UnstableStep, is_found_in_the_region_where_it_is) {
  // The wave is five times as fast in one of the two, and the step too large only there.
  for (const auto& [glass, region] : std::map<std::string, std::string>{{"0.04", "glass"}, {"25", "air"}}) {
    SCOPED_TRACE(region);
    const CaseRun run(interface_case,
                      {"order=3", "time.cfl=3", "time.final=10", "regions.glass={epsilon_r: " + glass + "}",
                       "output.fields.every=10", "exact={}"});
    const std::string& said = run.program.errors;
    EXPECT_EQ(run.program.status, 1);
    const std::size_t where = said.find("it grows most in cell ");
    ASSERT_NE(where, std::string::npos) << said;
    EXPECT_EQ(said.substr(said.find(" in ", where + 16) + 4, region.size()), region) << said;
    const double cfl = number_after(said, "local CFL number ");
    EXPECT_GT(cfl, 1.25);
    EXPECT_NE(said.find("reduce time.cfl"), std::string::npos) << said;
    EXPECT_LE(cfl, 3.0001);
    EXPECT_GT(number_after(said, "Jacobian "), 0);
    EXPECT_LT(largest_in_probes(run.results), 10);
  }
}

TEST(UnstableStep, leaves_a_state_from_which_a_smaller_one_goes_on) {
  // Checkpoints are due while the state already grows.
  const std::vector<std::string> settings = {"order=4", "time.final=2",
                                             "output.checkpoint={every: 0.02, keep: 3}"};
  std::vector<std::string> unstable = settings;
  unstable.push_back("time.cfl=2");
  const CaseRun run(cavity, unstable);
  ASSERT_EQ(run.program.status, 1) << run.program.errors;
  EXPECT_EQ(steps_of(checkpoints_in(run.results).back()), run.summary()["steps"]);
  EXPECT_TRUE(std::filesystem::exists(run.results / "last_good/fields/fields_000000.vtu"));
  const ProgramResult smaller = go_on(run, cavity, settings);
  EXPECT_EQ(smaller.status, 0) << smaller.errors;
  EXPECT_LT(run.summary()["errors"]["Ez"]["l2"], 1e-4);
  EXPECT_FALSE(std::filesystem::exists(run.results / "last_good"));
}

/// Cells that do not resolve a flow make energy, for the products of polynomials are not exact.
TEST(StableStep, is_not_blamed_where_energy_grows) {
  const CaseRun run(shipped_cases / "advection_rotation/case.yaml",
                    {"order=2", "mesh.parameters.h=0.5", "exact={}", "output={}",
                     "regions.disc={velocity_x: sin(25*x)*cos(25*y), velocity_y: -cos(25*x)*sin(25*y)}"});
  EXPECT_EQ(run.program.status, 1) << run.program.errors;
  EXPECT_NE(run.program.errors.find("the time step is within its limit"), std::string::npos)
      << run.program.errors;
  EXPECT_EQ(run.program.errors.find("reduce time.cfl"), std::string::npos) << run.program.errors;
}

/// Data that start from nothing and rise by many orders of magnitude from one check to the next.
TEST(StableStep, is_not_suspected_however_fast_its_data_rise) {
  const CaseRun run(cavity, {"order=3", "time.final=1", "initial={}", "exact={}",
                             "source={Ez: 'exp(-((t - 0.6)/0.05)^2)*exp(-20*(x^2 + y^2))'}"});
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_GT(run.summary()["energy"]["final"], 1e-8);
}

}  // namespace
}  // namespace dgsolve::test
