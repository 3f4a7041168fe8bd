/// dgsolve --sweep: runs over values of a case's keys, their folders and their table.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path microstrip = shipped_cases / "microstrip_2d/case.yaml";

struct SweptCase : CaseRun {
  explicit SweptCase(const std::filesystem::path& case_file, const std::vector<std::string>& options,
                     const std::vector<std::string>& settings = {})
      : CaseRun(case_file, settings, options) {
    if (std::filesystem::exists(results / "sweep.csv")) rows = read_csv(results / "sweep.csv");
  }

  std::string text(std::size_t run, const std::string& column) const {
    const auto at = std::find(rows.at(0).begin(), rows[0].end(), column) - rows[0].begin();
    return rows.at(run + 1).at(at);
  }
  double value(std::size_t run, const std::string& column) const { return std::stod(text(run, column)); }

  std::vector<std::vector<std::string>> rows;  ///< of sweep.csv
};

/// C/ε0 of a strip of width w on a substrate of height 1: Hammerstad and Jensen, IEEE MTT-S Symposium Digest
/// 1980, p. 407, equations 1 to 3.
double microstrip_capacitance(double w, double epsilon_r) {
  using std::log, std::pow, std::exp, std::numbers::pi;
  const double a =
      1 + log((pow(w, 4) + pow(w / 52, 2)) / (pow(w, 4) + 0.432)) / 49 + log(1 + pow(w / 18.1, 3)) / 18.7;
  const double b = 0.564 * pow((epsilon_r - 0.9) / (epsilon_r + 3), 0.053);
  const double effective = (epsilon_r + 1) / 2 + (epsilon_r - 1) / 2 * pow(1 + 10 / w, -a * b);
  const double f = 6 + (2 * pi - 6) * exp(-pow(30.666 / w, 0.7528));
  return 2 * pi * effective / log(f / w + std::hypot(1, 2 / w));
}

TEST(Sweep, of_five_microstrips_agrees_with_hammerstad_and_jensen) {
  const SweptCase sweep(microstrip, {"--sweep", "mesh.parameters.w=0.5,1,1.5,2,3"});
  ASSERT_EQ(sweep.program.status, 0) << sweep.program.errors;
  ASSERT_EQ(sweep.rows.size(), 6u);
  for (std::size_t run = 0; run < 5; ++run) {
    const double wanted = microstrip_capacitance(sweep.value(run, "mesh.parameters.w"), 9.8);
    EXPECT_NEAR(2 * sweep.value(run, "boundaries.strip.flux"), wanted, 0.002 * wanted);
    EXPECT_NE(sweep.program.errors.find("w=" + sweep.text(run, "mesh.parameters.w") + " ("),
              std::string::npos)
        << "a line for each run: " << sweep.program.errors;
  }
  EXPECT_NE(sweep.program.output.find("boundaries.strip.flux"), std::string::npos) << sweep.program.output;
  EXPECT_EQ(sweep.program.output.find("wall_seconds"), std::string::npos) << "costs stand in sweep.csv";
}

TEST(Sweep, runs_all_combinations_each_as_a_run_of_its_own_would) {
  const SweptCase sweep(cavity, {"--sweep", "order=2,3", "--sweep", "time.final=0.1,0.2"}, {coarse});
  ASSERT_EQ(sweep.program.status, 0) << sweep.program.errors;
  ASSERT_EQ(sweep.rows.size(), 5u);
  std::size_t row = 0;
  for (const std::string order : {"2", "3"})
    for (const std::string final : {"0.1", "0.2"}) {
      const CaseRun alone(cavity, {coarse, "order=" + order, "time.final=" + final});
      const std::filesystem::path folder = sweep.results / ("order=" + order + "_final=" + final);
      EXPECT_EQ(sweep.results / sweep.text(row, "folder"), folder);
      EXPECT_EQ(sweep.text(row, "outcome"), "completed");
      EXPECT_EQ(read_text(folder / "probes/antinode.csv"), read_text(alone.results / "probes/antinode.csv"));
      EXPECT_EQ(sweep.value(row, "errors.Ez.l2"), alone.summary()["errors"]["Ez"]["l2"]);
      EXPECT_EQ(sweep.value(row, "steps"), alone.summary()["steps"]);
      ++row;
    }
}

TEST(Sweep, a_run_that_fails_is_named_and_the_others_go_on) {
  const SweptCase sweep(cavity, {"--sweep", "time.dt=0.5,0.01"}, {coarse, "order=2", "time.final=20"});
  EXPECT_EQ(sweep.program.status, 1);
  EXPECT_EQ(sweep.text(0, "outcome"), "failed");
  EXPECT_EQ(sweep.text(1, "outcome"), "completed");
  EXPECT_NE(sweep.program.output.find("dt=0.5 failed: "), std::string::npos) << sweep.program.output;
}

/// Each run has a limit of its own.
TEST(Sweep, a_run_that_its_wall_limit_stops_does_not_stop_the_others) {
  const SweptCase sweep(cavity, {"--sweep", "time.wall_limit=1e-6,1000"}, {coarse, "time.final=0.1"});
  EXPECT_EQ(sweep.program.status, 3);
  EXPECT_EQ(sweep.text(0, "outcome"), "interrupted");
  EXPECT_EQ(sweep.text(1, "outcome"), "completed");
}

TEST(Sweep, values_may_be_lists_and_formulas_with_commas) {
  const SweptCase sweep(
      cavity,
      {"--sweep", "output.probes[0].at=[0.5, 0.5],[0, 0.5]", "--sweep", "initial.Ez=max(x, y),min(x, y)"},
      {coarse, "order=2", "time.final=0.01", "exact={}"});
  ASSERT_EQ(sweep.program.status, 0) << sweep.program.errors;
  const std::vector<std::pair<std::string, double>> wanted = {{"at=0.5_0.5_Ez=max_x_y", 0.5},
                                                              {"at=0.5_0.5_Ez=min_x_y", 0.5},
                                                              {"at=0_0.5_Ez=max_x_y", 0.5},
                                                              {"at=0_0.5_Ez=min_x_y", 0}};
  for (const auto& [folder, Ez] : wanted)
    EXPECT_NEAR(std::stod(read_csv(sweep.results / folder / "probes/antinode.csv").at(1).at(3)), Ez, 0.05)
        << folder;
}

TEST(Sweep, takes_combinations_from_a_file) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "runs.csv";
  std::ofstream(file)
      << "\xEF\xBB\xBForder, output.probes[0].at\r\n2,\"[0.1, 0.2]\"\r\n\r\n3,\"[0.3, 0.4]\"\r\n";
  const SweptCase sweep(cavity, {"--sweep-file", file, "--sweep", "time.final=0.01,0.02"}, {coarse});
  ASSERT_EQ(sweep.program.status, 0) << sweep.program.errors;
  ASSERT_EQ(sweep.rows.size(), 5u);
  for (const char* name : {"order=2_at=0.1_0.2_final=0.01", "order=3_at=0.3_0.4_final=0.02"})
    EXPECT_TRUE(std::filesystem::exists(sweep.results / name / "summary.json")) << name;
}

TEST(Sweep, keys_of_one_name_are_told_apart_in_folders) {
  const SweptCase sweep(
      microstrip, {"--sweep", "regions.substrate.kappa=2,4", "--sweep", "regions.air.kappa=1"}, {"order=1"});
  ASSERT_EQ(sweep.program.status, 0) << sweep.program.errors;
  EXPECT_TRUE(std::filesystem::exists(sweep.results / "substrate.kappa=2_air.kappa=1/summary.json"));
}

TEST(Sweep, wrong_arguments_are_refused_before_anything_is_written) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "runs.csv";
  std::ofstream(file) << "order,time.final\n2,1\n3\n";
  struct Wrong {
    std::vector<std::string> arguments;
    std::string message;
  };
  for (const auto& [arguments, message] :
       {Wrong{{"--sweep", "order"}, "--sweep: got \"order\"; expected KEY=VALUES"},
        Wrong{{"--sweep", "order=2,,3"}, "expected a value between commas"},
        Wrong{{"--sweep", "order=2,3,2"}, "order = 2 occurs twice"},
        Wrong{{"--sweep", "initial.Ez=max(x,y"}, "expected a ) at its end"},
        Wrong{{"--sweep", "order=2,99"}, "order: got \"99\"; expected a whole number from 1 to 10"},
        Wrong{{"--sweep", "ordre=2"}, "ordre: unknown key"},
        Wrong{{"--sweep", "order=2", "--set", "order=3"}, "order is given twice"},
        Wrong{{"--sweep", "output.directory=a,b"}, "each run has a folder of its own"},
        Wrong{{"--sweep", "order=2", "--check"}, "--check excludes --sweep"},
        Wrong{{"--sweep-file", file}, "runs.csv:3: got 1 values; expected 2"},
        Wrong{{"--sweep-file", file + "x"}, "runs.csvx: there is no such file"}}) {
    const SweptCase sweep(cavity, arguments, {coarse});
    EXPECT_EQ(sweep.program.status, 2) << message;
    EXPECT_NE(sweep.program.errors.find(message), std::string::npos) << sweep.program.errors;
    EXPECT_FALSE(std::filesystem::exists(sweep.results)) << message;
  }
}

}  // namespace
}  // namespace dgsolve::test
