/// Integrals that the equation names, in the log and in the summary.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path rotation = shipped_cases / "advection_rotation/case.yaml";

TEST(Integrals, of_a_run_stand_beside_the_energy_and_a_restart_knows_the_initial_ones) {
  const std::vector<std::string> settings = {"mesh.parameters.h=0.4", "order=4", "time.final=0.4",
                                             "output.checkpoint={every: 0.2}"};
  const CaseRun run(rotation, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const nlohmann::json mass = run.summary()["integrals"]["mass"];
  EXPECT_NEAR(mass["initial"], M_PI / 40, 1e-3 * M_PI / 40);  // ∫exp(−40 r²)
  EXPECT_NEAR(mass["final"], mass["initial"], 1e-3 * M_PI / 40);
  EXPECT_NE(mass["final"], mass["initial"]);
  EXPECT_NE(run.program.errors.find("\nmass: 0.0785"), std::string::npos) << run.program.errors;

  std::vector<std::string> longer = settings;
  longer.emplace_back("time.final=0.6");
  const ProgramResult later =
      run_program(arguments_of(rotation, run.results, longer, {"--restart"}), run.folder.path());
  ASSERT_EQ(later.status, 0) << later.errors;
  EXPECT_EQ(run.summary()["integrals"]["mass"]["initial"], mass["initial"]);
}

TEST(Integrals, are_left_out_where_the_equation_names_none) {
  const CaseRun run(cavity, {coarse, "order=2"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_FALSE(run.summary().contains("integrals"));
}

}  // namespace
}  // namespace dgsolve::test
