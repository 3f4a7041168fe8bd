/// Probes of the program's runs.

#include <gtest/gtest.h>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

TEST(ProbesOfARun, have_a_line_a_step_and_the_same_bits_whether_the_run_looks_at_each_step_or_now_and_then) {
  const std::vector<std::string> settings = {coarse, "order=2", "time.final=2.5",
                                             "output.fields.every=0.7"};  // which ends batches of steps early
  std::vector<std::string> with_ledger = settings;
  with_ledger.push_back("output.ledger=true");  // looks at each step
  const CaseRun plain(cavity, settings), run(cavity, with_ledger);
  ASSERT_EQ(plain.program.status, 0) << plain.program.errors;
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::filesystem::path file = "probes/antinode.csv";
  EXPECT_EQ(read_text(plain.results / file), read_text(run.results / file));
  const auto lines = read_csv(plain.results / file), balance = read_csv(run.results / "ledger.csv");
  ASSERT_EQ(lines.size(), 2 + plain.summary()["steps"].get<std::size_t>()) << "names, and the initial state";
  ASSERT_EQ(lines.size(), balance.size());
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_EQ(lines[i][0], balance[i][0]) << i;
}

}  // namespace
}  // namespace dgsolve::test
