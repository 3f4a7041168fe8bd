/// Time in a run: output times are met exactly, probes see every step.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/vtk_integrals.hpp"

namespace dgsolve::test {
namespace {

std::vector<double> output_times(const CaseRun& run) {
  std::vector<double> times;
  for (const VtkDataSet& set : read_pvd(run.results / "fields.pvd")) times.push_back(set.time);
  return times;
}

TEST(OutputTimes, are_multiples_of_the_interval_and_the_final_time_exactly) {
  const CaseRun cut(cavity, {coarse, "order=2", "time.final=0.25", "output.fields.every=0.1"});
  ASSERT_EQ(cut.program.status, 0) << cut.program.errors;
  EXPECT_EQ(output_times(cut), (std::vector<double>{0, 0.1, 2 * 0.1, 0.25}));
  EXPECT_EQ(cut.summary()["time"], 0.25);
}

TEST(OutputTimes, leave_no_sliver_where_round_off_puts_a_multiple_beside_the_final_time) {
  ASSERT_NE(3 * 0.1, 0.3);
  const CaseRun run(cavity, {coarse, "order=2", "time.final=0.3", "output.fields.every=0.1"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_EQ(output_times(run), (std::vector<double>{0, 0.1, 2 * 0.1, 0.3}));
}

TEST(Steps, are_taken_to_the_end_however_many_batches_of_them_are_quick) {
  const CaseRun run(cavity,
                    {coarse, "order=1", "output={fields: {every: 50}}", "time={final: 300, wall_limit: 20}"});
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_GT(run.summary()["steps"], 70 * 32) << "with so few the batches would not grow large";
}

TEST(Steps, are_taken_by_the_scheme_of_the_case) {
  long before = 0;
  for (const std::string scheme :
       {"lsrk54", "ssprk43", "rk4"}) {  // each takes more steps than the one before
    const CaseRun run(cavity, {coarse, "order=3", "time={final: 0.5, scheme: " + scheme + "}", "output={}"});
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_GT(run.summary()["steps"].get<long>(), before) << scheme;
    before = run.summary()["steps"].get<long>();
    EXPECT_LT(run.summary()["errors"]["Ez"]["l2"].get<double>(), 1e-2) << scheme;
  }
}

TEST(Steps, that_follow_from_their_errors_lie_between_samples_and_their_numbers_are_told) {
  const CaseRun run(cavity, {coarse, "order=3", "time={final: 0.5, tolerance: 1e-5, dt: 0.2}",
                             "output.probes=[{name: p, at: [0.1, 0.2]}]", "output.fields.every=0.1"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_EQ(output_times(run), (std::vector<double>{0, 0.1, 2 * 0.1, 3 * 0.1, 4 * 0.1, 0.5}));
  EXPECT_EQ(read_csv(run.results / "probes/p.csv").size(), 1 + 6U) << "samples are far apart";
  const nlohmann::json steps = run.summary()["controlled_steps"];
  EXPECT_EQ(run.summary()["steps"], steps["accepted"]);
  EXPECT_EQ(run.summary()["dt"], steps["largest"]);
  EXPECT_GT(steps["accepted"], 50);
  EXPECT_GT(steps["rejected"], 0);
  EXPECT_LE(steps["smallest"], steps["largest"]);
  EXPECT_LT(run.summary()["errors"]["Ez"]["l2"].get<double>(), 1e-2);
}

TEST(Steps, of_a_long_run_are_compared_with_what_the_machine_allows) {
  const std::vector<std::string> much = {"order=4", "output={}", "time={final: 300, wall_limit: 3}"};
  const CaseRun run(shipped_cases / "maxwell_cavity_3d/case.yaml", much);
  EXPECT_EQ(run.program.status, 3) << run.program.errors;
  const nlohmann::json share = run.summary()["fraction_of_bound"];
  ASSERT_TRUE(share.is_number()) << share;
  EXPECT_GT(share.get<double>(), 0);
  EXPECT_LT(share.get<double>(), 2) << "beside other programs the machine may have allowed less";
}

TEST(Probes, have_a_line_for_every_step_and_the_exact_solution_in_it) {
  const CaseRun run(cavity, {"order=6", "time.final=0.2", "output.fields.every=0.1"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto rows = read_csv(run.results / "probes/antinode.csv");
  const long steps = run.summary()["steps"];
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(1 + 1 + steps));  // names, t = 0, steps
  EXPECT_EQ(rows[0],
            (std::vector<std::string>{"time", "Hx at (0.5 0.5)", "Hy at (0.5 0.5)", "Ez at (0.5 0.5)"}));
  double before = -1;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), 4u);
    const double t = std::stod(rows[i][0]);
    EXPECT_GT(t, before);
    EXPECT_LE(t - std::max(0.0, before), run.summary()["dt"].get<double>() * (1 + 1e-9));
    // The probe is at (1/2, 1/2), where both magnetic components are zero.
    EXPECT_NEAR(std::stod(rows[i][3]), std::cos(std::numbers::sqrt2 * std::numbers::pi * t), 1e-6) << t;
    EXPECT_NEAR(std::stod(rows[i][1]), 0, 1e-6);
    EXPECT_NEAR(std::stod(rows[i][2]), 0, 1e-6);
    before = t;
  }
  EXPECT_EQ(before, 0.2);
}

TEST(Steps, that_no_machine_can_take_are_refused_with_what_sets_them) {
  const auto refusal = [](const std::vector<std::string>& settings) {
    std::vector<std::string> all = {coarse, "order=1"};
    all.insert(all.end(), settings.begin(), settings.end());
    const CaseRun run(cavity, all);
    EXPECT_EQ(run.program.status, 2) << run.program.errors;
    EXPECT_FALSE(std::filesystem::exists(run.results));
    return run.program.errors;
  };
  const auto expect_in = [](const std::string& said, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(said.find(part), std::string::npos) << part << '\n' << said;
  };
  expect_in(refusal({"time.dt=1e-300"}), {"--set time.dt=1e-300: time.dt: the run would take",
                                          "expected 1e+12 at most", "set by time.dt"});
  expect_in(refusal({"units=si", "mesh.scale=1e-9", "time.final=20"}),
            {"time.final: the run would take", "cfl 1 in cell ", "smallest altitude", "metres and seconds"});
  expect_in(refusal({"regions.vacuum.sigma=1e300"}), {"relaxation time epsilon/sigma"});
  expect_in(refusal({"time.cfl=1e-200"}), {"cfl 1e-200 in cell "});
  expect_in(refusal({"time.final=5e-324"}), {"time.final: got \"5e-324\"", "not nearer to 0 than 2.2"});
}

TEST(Steps, between_outputs_may_be_any_number) {
  const CaseRun run(cavity,
                    {coarse, "order=1", "time={final: 0.3}", "output.checkpoint={every: 1e-300}",
                     "output.ledger={every: 1e-300}"},
                    {"--check"});
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("output: checkpoints: "), std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
