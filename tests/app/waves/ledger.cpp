/// The energy ledger of the program's runs.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {
namespace {

/// By what the columns do not explain the energy, relative to what went through the books.
double gap(const std::vector<std::string>& line, double initial) {
  const std::vector<double> signs = {1, 1, -1, -1, -1, 1};
  double explained = initial, largest = initial;
  for (std::size_t i = 0; i < signs.size(); ++i) {
    explained += signs[i] * std::stod(line[2 + i]);
    largest = std::max(largest, std::abs(std::stod(line[2 + i])));
  }
  return std::abs(std::stod(line[1]) - explained) / largest;
}

TEST(Ledger, is_written_at_every_step_and_ends_as_the_summary_says) {
  const CaseRun run(interface_case,
                    {"order=3", "time.final=1", "regions.glass.sigma=0.5", "output.ledger=true"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const nlohmann::json summary = run.summary(), ledger = summary["ledger"];
  const auto rows = read_csv(run.results / "ledger.csv");
  EXPECT_EQ(rows[0], (std::vector<std::string>{"time", "energy", "source", "incoming", "outgoing", "loss",
                                               "dissipation", "remainder"}));
  EXPECT_EQ(rows.size(), 2 + summary["steps"].get<std::size_t>());
  for (std::size_t i = 2; i < rows.size(); ++i) EXPECT_LT(gap(rows[i], ledger["energy_initial"]), 1e-12) << i;
  for (std::size_t column = 0; column < rows[0].size(); ++column)
    EXPECT_EQ(std::stod(rows.back()[column]), ledger[rows[0][column]].get<double>()) << rows[0][column];
  EXPECT_EQ(ledger["energy"], summary["energy"]["final"]);
  EXPECT_EQ(ledger["time"], 1);
  EXPECT_GT(ledger["incoming"], 0);
  EXPECT_GT(ledger["loss"], 0);
  EXPECT_LT(std::abs(ledger["remainder"].get<double>()), 1e-6 * ledger["incoming"].get<double>());
  for (const char* said : {"ledger: sources ", "ledger: it closes to ", " samples of "})
    EXPECT_NE(run.program.errors.find(said), std::string::npos) << run.program.errors;
}

TEST(Ledger, changes_no_bit_of_the_run_and_is_not_there_unasked) {
  const std::vector<std::string> settings = {"order=2", "time.final=0.5"};
  std::vector<std::string> with_ledger = settings;
  with_ledger.push_back("output.ledger={every: 0.05}");
  const CaseRun plain(interface_case, settings), run(interface_case, with_ledger);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_FALSE(std::filesystem::exists(plain.results / "ledger.csv"));
  EXPECT_FALSE(plain.summary().contains("ledger"));
  EXPECT_EQ(run.summary()["errors"], plain.summary()["errors"]);
  EXPECT_EQ(run.summary()["energy"], plain.summary()["energy"]);
  const auto rows = read_csv(run.results / "ledger.csv");
  ASSERT_EQ(rows.size(), 1u + 11u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double time = std::stod(rows[i][0]), multiple = 0.05 * static_cast<double>(i - 1);
    EXPECT_GE(time, multiple * (1 - 1e-9));
    EXPECT_LT(time, multiple + run.summary()["dt"].get<double>());
  }
}

TEST(Ledger, warns_where_it_does_not_close) {
  const CaseRun run(interface_case, {"order=3", "time.final=1", "output.ledger={every: 0.5}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("warning: ledger: "), std::string::npos) << run.program.errors;
}

/// Also where formulas that might put something in are 0.
TEST(Ledger, of_a_run_without_energy_says_so_and_has_no_share_of_it) {
  for (const char* source : {"{}", "{Ez: 0*sin(t)}"}) {
    const CaseRun run(
        cavity, {coarse, "initial={}", "exact={}", "output.ledger=true", "source=" + std::string(source)});
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_NE(run.program.errors.find("ledger: no energy was put in"), std::string::npos);
    EXPECT_EQ(run.program.errors.find("nan"), std::string::npos) << run.program.errors;
  }
}

TEST(Ledger, flags_energy_from_nowhere_while_it_is_still_small) {
  const auto said = [](const std::string& cfl) {
    return CaseRun(cavity, {"order=3", "time.final=40", "output.fields.every=40", "output.ledger=true",
                            "exact={}", "source={Ez: sin(t)}", "time.cfl=" + cfl})
        .program.errors;
  };
  const std::string unstable = said("1.6"), stable = said("1");
  const std::size_t flag = unstable.find(" % of the energy put in has come from nowhere");
  ASSERT_NE(flag, std::string::npos) << unstable;
  const std::size_t stopped = unstable.find("the energy grew");
  ASSERT_NE(stopped, std::string::npos) << unstable;
  EXPECT_LT(flag, stopped) << unstable;
  EXPECT_LT(std::stod(unstable.substr(unstable.rfind(' ', flag - 1))), 100) << unstable;
  EXPECT_EQ(stable.find("from nowhere"), std::string::npos) << stable;
}

/// What an integral over the jump of its power misses is a large part of the little energy there is then.
TEST(Ledger, does_not_take_a_source_that_starts_late_for_energy_from_nowhere) {
  for (const char* ledger : {"true", "{every: 0.05}"})
    for (const char* source : {"if(t < 1, 0, 1)", "if(t < 1.01, 0, sin(5*t))", "if(t < 1, 0, t - 1)"}) {
      const CaseRun run(cavity, {"order=3", "time.final=2", "output.ledger=" + std::string(ledger),
                                 "exact={}", "initial={}", "source={Ez: '" + std::string(source) + "'}"});
      EXPECT_EQ(run.program.status, 0) << run.program.errors;
      EXPECT_EQ(run.program.errors.find("has come from nowhere"), std::string::npos) << run.program.errors;
    }
}

TEST(Ledger, of_an_unstable_run_ends_at_its_last_good_state_and_goes_on_from_there) {
  const std::vector<std::string> settings = {"order=4", "time.final=1", "output.ledger=true"};
  std::vector<std::string> unstable = settings;
  unstable.push_back("time.cfl=2");
  const CaseRun run(cavity, unstable);
  EXPECT_EQ(run.program.status, 1) << run.program.errors;
  const double good = run.summary()["time"];
  EXPECT_LT(good, 1);
  EXPECT_EQ(std::stod(read_csv(run.results / "ledger.csv").back()[0]), good);
  EXPECT_EQ(run.summary()["ledger"]["time"], good);
  const ProgramResult result = go_on(run, cavity, settings);
  ASSERT_EQ(result.status, 0) << result.errors;
  const auto rows = read_csv(run.results / "ledger.csv");
  EXPECT_EQ(rows.size(), 2 + run.summary()["steps"].get<std::size_t>());
  EXPECT_EQ(std::stod(rows.back()[0]), 1);
}

/// In glass the same fields have more energy than in the vacuum, and no step made it.
TEST(Ledger, starts_a_new_balance_where_a_restart_changes_the_materials_but_not_for_a_later_end) {
  const std::vector<std::string> settings = {coarse, "order=3", "exact={}", "output.ledger=true",
                                             "output.checkpoint={every: 0.25}"};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto go_further = [&](double final, const std::string& setting) {
    std::vector<std::string> changed = settings;
    changed.insert(changed.end(), {"time.final=" + std::to_string(final), setting});
    const ProgramResult result = go_on(run, cavity, changed);
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_NE(result.errors.find("ledger: it closes to "), std::string::npos) << result.errors;
    return result.errors;
  };
  const auto first_time = [&] { return std::stod(read_csv(run.results / "ledger.csv")[1][0]); };
  EXPECT_EQ(go_further(1.5, "title=further").find("the balance starts anew"), std::string::npos);
  EXPECT_EQ(first_time(), 0);
  double final = 1.5;
  for (const char* changed : {"epsilon_r: 4", "epsilon_r: 1", "sigma: 0.5"}) {
    const std::string said = go_further(final + 0.5, "regions.vacuum={" + std::string(changed) + "}");
    EXPECT_NE(said.find("the balance starts anew"), std::string::npos) << said;
    EXPECT_EQ(said.find("the energy of the same fields is") == std::string::npos, final == 2.5) << said;
    EXPECT_GT(first_time(), final);
    final += 0.5;
  }
}

TEST(Ledger, begins_where_a_restarted_run_first_asks_for_it) {
  const std::vector<std::string> settings = {coarse, "order=2", "output.checkpoint={every: 0.3}"};
  const CaseRun run(cavity, settings);
  const std::string file = checkpoints_in(run.results).front().string();
  std::vector<std::string> with_ledger = settings;
  with_ledger.push_back("output.ledger=true");
  const ProgramResult result = go_on(run, cavity, with_ledger, {"--restart", file});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NE(result.errors.find("ledger.csv begins behind t = 0.6"), std::string::npos) << result.errors;
  const auto rows = read_csv(run.results / "ledger.csv");
  EXPECT_GT(std::stod(rows[1][0]), 0.6 * (1 - 1e-9));
  EXPECT_EQ(std::stod(rows.back()[0]), 1);
}

}  // namespace
}  // namespace dgsolve::test
