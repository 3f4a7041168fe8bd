/// Forces on bodies in whole runs.

#include <gtest/gtest.h>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path airfoil = shipped_cases / "naca0012/case.yaml";
const std::vector<std::string> coarse_airfoil = {
    "order=1",
    "mesh.parameters={h: 0.4, far: 10}",
    "time.final=0.5",
    "output.fields={every: 0.25}",
    "output.integrals={every: 0.05}",
    "output.forces[0].every=0.02",
    "sponge={region: air, state: {rho: 1, velocity: [u0, v0], p: "
    "p0}, rate: 'min(((x^2 + y^2)/40)^2, 5)'}",
    "output.checkpoint={every: 0.1, keep: 1000}"};

TEST(ForcesOfARun, have_the_same_bits_after_a_restart) {
  const CaseRun run(airfoil, coarse_airfoil);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto expected = results_of(run.results);
  ASSERT_TRUE(expected.contains("forces/lift.csv") && expected.contains("forces/drag.csv"));
  expect_same_bits_after_restarts(run, airfoil, coarse_airfoil, 4);
}

TEST(ForcesOfARun, are_summed_up_in_the_log_the_summary_and_the_report) {
  const CaseRun run(airfoil, coarse_airfoil);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("\nforces lift: coefficient "), std::string::npos) << run.program.errors;
  const nlohmann::json lift = run.summary()["forces"]["lift"];
  EXPECT_GT(lift["from"], 0.24);
  EXPECT_GT(lift["coefficient"]["mean"], 0);
  EXPECT_LE(lift["coefficient"]["min"], lift["coefficient"]["mean"]);
  EXPECT_NEAR(lift["coefficient"]["mean"],
              2 * (0.9993908270 * lift["force_y"]["mean"].get<double>() -
                   0.0348994967 * lift["force_x"]["mean"].get<double>()),
              1e-10);
  const std::string report = read_text(run.results / "report.html");
  EXPECT_NE(report.find("lift: coefficient"), std::string::npos);
}

TEST(ForcesOfARun, a_stream_faster_than_sound_at_a_subsonic_inflow_is_refused) {
  const CaseRun run(airfoil,
                    {"constants.mach=1.5", "boundaries.far={type: inflow, rho: 1, velocity: [1, 0]}"},
                    {"--check"});
  EXPECT_EQ(run.program.status, 2) << run.program.errors;
  EXPECT_NE(run.program.errors.find("boundaries.far: got inflow, but the initial stream enters at Mach 1."),
            std::string::npos)
      << run.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
