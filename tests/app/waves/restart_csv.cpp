/// Tables of probes and of the ledger: a restart goes on with those of its own run, and joins no other's.

#include <gtest/gtest.h>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

constexpr const char* table = "probes/p.csv";

std::vector<std::string> with(std::vector<std::string> settings, const std::string& more) {
  settings.push_back(more);
  return settings;
}

std::vector<std::string> probing(const std::string& probe) {
  return {coarse, "order=2", "output.checkpoint={every: 0.07, keep: 1000}", "output.probes=[" + probe + "]"};
}

const std::vector<std::string> plain = probing("{name: p, at: [0.25, 0.5], fields: [Ez]}");

/// What was there is in csv_before as it was, and the new file has lines behind a checkpoint's time only.
void expect_apart(const CaseRun& run, const ProgramResult& result, const std::string& file,
                  const std::string& before, const std::filesystem::path& checkpoint) {
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::string aside = "csv_before/" + std::filesystem::path(file).filename().string();
  EXPECT_NE(result.errors.find("warning: " + file + " is not what the run had written"), std::string::npos)
      << result.errors;
  EXPECT_NE(result.errors.find("it is now " + aside), std::string::npos) << result.errors;
  EXPECT_EQ(read_text(run.results / aside), before);
  const auto rows = read_csv(run.results / file);
  EXPECT_EQ(static_cast<long>(rows.size()), 1 + run.summary()["steps"].get<long>() - steps_of(checkpoint));
}

TEST(RestartOfTables, joins_no_lines_of_another_run_in_the_output_folder) {
  const CaseRun own(cavity, plain), other(cavity, with(plain, "time.cfl=0.6"));
  const auto checkpoint = checkpoints_in(own.results).at(3);
  const std::string before = read_text(other.results / table);
  expect_apart(other, go_on(other, cavity, plain, {"--restart", checkpoint.string()}), table, before,
               checkpoint);
}

TEST(RestartOfTables, joins_no_lines_of_a_branch_that_another_one_was_cut_back_behind) {
  const CaseRun run(cavity, plain);
  const auto checkpoints = checkpoints_in(run.results);
  const std::string whole = read_text(run.results / table);
  const ProgramResult branch =
      go_on(run, cavity, with(plain, "time.cfl=0.6"), {"--restart", checkpoints.at(1).string()});
  ASSERT_EQ(branch.status, 0) << branch.errors;
  EXPECT_EQ(branch.errors.find("is not what the run had written"), std::string::npos) << branch.errors;
  const std::string before = read_text(run.results / table);
  EXPECT_NE(before, whole);
  const auto first = run.results / "checkpoints_before" / checkpoints.at(5).filename();
  expect_apart(run, go_on(run, cavity, plain, {"--restart", first.string()}), table, before, first);
}

TEST(RestartOfTables, begins_anew_where_a_probe_moved_or_has_other_fields) {
  for (const std::string changed :
       {"{name: p, at: [0.25, 0.375], fields: [Ez]}", "{name: p, at: [0.25, 0.5], fields: [Ez, Hx]}"}) {
    SCOPED_TRACE(changed);
    const CaseRun run(cavity, plain);
    const std::string before = read_text(run.results / table);
    const auto checkpoint = checkpoints_in(run.results).at(3);
    expect_apart(run, go_on(run, cavity, probing(changed), {"--restart", checkpoint.string()}), table, before,
                 checkpoint);
  }
}

TEST(RestartOfTables, begins_the_ledger_anew_behind_a_run_that_kept_none) {
  const std::vector<std::string> books = with(plain, "output.ledger=true");
  const CaseRun run(cavity, with(books, "time.final=0.3"));
  ASSERT_EQ(go_on(run, cavity, with(plain, "time.final=0.6")).status, 0);
  const std::string before = read_text(run.results / "ledger.csv");
  const auto checkpoint = checkpoints_in(run.results).back();
  expect_apart(run, go_on(run, cavity, books, {"--restart", checkpoint.string()}), "ledger.csv", before,
               checkpoint);
}

}  // namespace
}  // namespace dgsolve::test
