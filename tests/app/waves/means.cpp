/// Means over time in whole runs, and fields of flows that take gradients.

#include <gtest/gtest.h>

#include <cmath>

#include "io/fields/formats.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/emulated_gpus.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/programs/vtk_integrals.hpp"

namespace dgsolve::test {
namespace {

double squares_of(const std::filesystem::path& file, const std::string& field) {
  return integrate_vtu(file, field, 12, [](const double* value, const auto&) { return *value * *value; });
}

/// Every step over a period √2 of Ez = sin πx sin πy cos √2πt, whose square has the integral cos² over the
/// box. The root has kinks where Ez changes its sign.
TEST(MeansOfARun, of_the_cavity_over_a_period_vanish_and_fluctuate_as_its_amplitude) {
  const CaseRun run(cavity, {"order=6", "time.final=1.4142135623730951", "output.fields={precision: double}",
                             "output.means={from: 0, every: 1e-9}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto file = read_pvd(run.results / "fields.pvd").back().file;
  EXPECT_NEAR(squares_of(file, "Ez_rms"), 0.5, 1e-4);
  EXPECT_NEAR(squares_of(file, "Ez_mean"), 0, 1e-9);
  const nlohmann::json means = run.summary()["means"];
  EXPECT_EQ(means["from"], 0);
  EXPECT_EQ(means["to"], 1.4142135623730951);
  EXPECT_GT(means["samples"], 100);
}

const std::filesystem::path vortex = shipped_cases / "taylor_green_re1600/case.yaml";
const std::filesystem::path airfoil_case = shipped_cases / "naca0012/case.yaml";
const std::vector<std::string> airfoil_with_means = {"order=1",
                                                     "mesh.parameters={h: 0.4, far: 10}",
                                                     "time.final=0.5",
                                                     "output.fields={every: 0.25, precision: double}",
                                                     "output.means={from: 0.17, every: 0.03}",
                                                     "output.checkpoint={every: 0.06, keep: 1000}"};

/// From checkpoints before the first sample, and behind the first file with means.
TEST(MeansOfARun, have_the_same_bits_after_a_restart) {
  const CaseRun run(airfoil_case, airfoil_with_means);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NEAR(run.summary()["means"]["from"], 0.17, 0.01);
  expect_same_bits_after_restarts(run, airfoil_case, airfoil_with_means, 7);
}

TEST(MeansOfARun, have_the_same_bits_on_one_gpu_and_on_three) {
  if (const std::string reason = EmulatedGpus::why_none(DGSOLVE_EMULATED_BACKEND); !reason.empty())
    GTEST_SKIP() << reason;
  const EmulatedGpus gpus(DGSOLVE_EMULATED_BACKEND);
  const std::vector<std::string> settings = {"order=1", "mesh.parameters.n=3", "time.final=0.05",
                                             "output.fields={precision: double, names: [vorticity, q]}",
                                             "output.means={from: 0.01, every: 0.01}"};
  const CaseRun one(vortex, settings, {"--device", "cuda:0"}),
      three(vortex, settings, {"--device", "cuda:0,1,2"});
  ASSERT_EQ(one.program.status, 0) << one.program.errors;
  ASSERT_EQ(three.program.status, 0) << three.program.errors;
  expect_same_results(three.results, one.results);
}

TEST(MeansOfARun, stand_in_files_of_every_format_beside_the_fields_that_the_case_names) {
  for (const std::string& format : writer_formats()) {
    SCOPED_TRACE(format);
    const CaseRun run(vortex, {"order=1", "mesh.parameters.n=3", "time.final=0.02", "output.means={from: 0}",
                               "output.fields={format: " + format + ", names: [mach]}"});
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    std::string text;
    for (const auto& [name, bytes] : results_of(run.results))
      if (name.starts_with("fields")) text += bytes;
    for (const char* name : {"mach", "rho_mean", "p_rms", "vw_covariance"})
      EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

TEST(MeansOfARun, are_counted_by_a_check) {
  const CaseRun run(cavity, {coarse, "time.final=0.5", "output.means={from: 0.1, every: 0.1}"}, {"--check"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("output: means: 5 times"), std::string::npos) << run.program.errors;
}

TEST(MeansOfARun, that_ends_before_their_time_are_missed_aloud) {
  const CaseRun run(cavity, {coarse, "time.final=0.5", "output.fields={}", "output.means={from: 0.49999}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("means: the run ended at t = 0.5, and output.means.from is 0.49999"),
            std::string::npos)
      << run.program.errors;
}

TEST(MeansOfARun, go_on_without_sums_of_another_time_aloud) {
  std::vector<std::string> settings = {coarse, "time.final=0.5", "output.fields={}",
                                       "output.checkpoint={every: 0.2}", "output.means={from: 0}"};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  settings.back() = "output.means={from: 0.1}";
  const ProgramResult result =
      go_on(run, cavity, settings, {"--restart", checkpoints_in(run.results).front().string()});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NE(result.errors.find("the checkpoint has those from t = 0 on"), std::string::npos) << result.errors;
  EXPECT_GT(run.summary()["means"]["from"], 0.1);
}

/// The vortex, whose density is 1 but for 1 %.
TEST(GradientFieldsOfARun, stand_in_the_files_of_a_shipped_case_and_make_its_enstrophy) {
  const CaseRun run(vortex, {"order=2", "mesh.parameters.n=4", "time.final=0.02",
                             "output.fields={names: [vorticity, q, schlieren], precision: double}",
                             "output.probes=[{name: p, at: [1, 2, 3], fields: [vorticity, q, schlieren]}]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto file = read_pvd(run.results / "fields.pvd").front().file;
  const double enstrophy = 0.5 * integrate_vtu(file, "vorticity", 6, [](const double* omega, const auto&) {
                             return omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2];
                           });
  EXPECT_NEAR(enstrophy, run.summary()["integrals"]["enstrophy"]["initial"].get<double>(), 0.02 * enstrophy);
  EXPECT_GT(squares_of(file, "q"), 0);
  EXPECT_GT(squares_of(file, "schlieren"), 0);
  const auto probe = read_csv(run.results / "probes/p.csv");
  EXPECT_EQ(probe.at(0).at(3), "vorticity_z at (1 2 3)");
  EXPECT_NEAR(std::stod(probe.at(1).at(3)), 2 * std::sin(1) * std::sin(2) * std::cos(3), 0.2);
}

}  // namespace
}  // namespace dgsolve::test
