/// Checkpoints of runs in several processes, each of which writes and reads its own part of the state.

#include <gtest/gtest.h>

#include "io/restart/checkpoint.hpp"
#include "tests/support/programs/ranked_case.hpp"

namespace dgsolve::test {
namespace {

class RankCheckpoints : public RankedCase {
 protected:
  static std::size_t n_parts(const std::filesystem::path& checkpoint) {
    return part_files(checkpoint).size();
  }
  /// Both as they stood in memory and in canonical order.
  static void expect_same_state(const std::filesystem::path& a, const std::filesystem::path& b) {
    Mesh mesh;
    const StoredState found = read_checkpoint(a, mesh).state, expected = read_checkpoint(b, mesh).state;
    EXPECT_TRUE(read_raw(found) == read_raw(expected)) << a;
    EXPECT_TRUE(read_canonical(found) == read_canonical(expected)) << a;
  }
};

TEST_F(RankCheckpoints, have_the_state_that_one_process_writes) {
  run_alone("one");
  const std::vector<std::filesystem::path> expected = checkpoints_in(output("one"));
  for (const int n : {2, 3}) {
    const std::string name = std::to_string(n);
    run_ranked(n, name);
    const std::vector<std::filesystem::path> found = checkpoints_in(output(name));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(n_parts(found[i]), static_cast<std::size_t>(n));
      expect_same_state(found[i], expected[i]);
    }
  }
}

TEST_F(RankCheckpoints, stay_as_many_as_the_case_asks_for) {
  run_ranked(2, "few", {"--set", "output.checkpoint.keep=1"});
  ASSERT_EQ(checkpoints_in(output("few")).size(), 1u);
  EXPECT_EQ(n_parts(checkpoints_in(output("few")).front()), 2u);
  int files = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(output("few") / "checkpoints"))
    ++files;
  EXPECT_EQ(files, 3);
}

TEST_F(RankCheckpoints, go_on_in_another_precision_and_layout) {
  run_ranked(2, "mixed", {"--set", "time.final=0.15"});
  run_ranked(3, "mixed", {"--set", "time.final=0.3", "--set", "precision=single", "--restart"});
  run_alone("alone", {"--set", "time.final=0.15"});
  run_alone("alone", {"--set", "time.final=0.3", "--set", "precision=single", "--restart"});
  expect_same_results(output("mixed"), output("alone"));
}

TEST_F(RankCheckpoints, of_which_a_part_is_missing_are_passed_over_with_a_warning) {
  run_ranked(2, "run", {"--set", "time.final=0.3"});
  const std::vector<std::filesystem::path> all = checkpoints_in(output("run"));
  const std::filesystem::path lost = part_files(all.back()).back();
  std::filesystem::remove(lost);
  RankedRun again(2, arguments("run", {"--set", "time.final=0.3", "--restart"}), folder_.path());
  for (const Ended& ended : again.wait()) EXPECT_EQ(ended.status, 0) << ended.errors;
  const std::string said = again.process(0).errors();
  EXPECT_NE(said.find(lost.string()), std::string::npos) << said;
  EXPECT_NE(said.find("goes on from " + all[all.size() - 2].string()), std::string::npos) << said;
  run_alone("one", {"--set", "time.final=0.3"});
  expect_same_state(all.back(), checkpoints_in(output("one")).back());
}

/// What stands in the way is there under root too.
TEST_F(RankCheckpoints, that_a_process_cannot_write_end_the_run_with_the_file_and_the_process) {
  run_ranked(2, "full", {"--set", "time.final=0.1"});
  const std::filesystem::path first = checkpoints_in(output("full")).front(), part = part_files(first).back();
  std::filesystem::remove(first);
  std::filesystem::create_directories(part.string() + ".tmp");
  RankedRun run(2, arguments("full"), folder_.path());
  const std::vector<Ended> ended = run.wait();
  const std::string reason = part.string() + ": cannot be written: Is a directory";
  EXPECT_EQ(ended[0].status, 1);
  EXPECT_NE(ended[0].errors.find("dgsolve: rank 1: " + reason), std::string::npos) << ended[0].errors;
  EXPECT_EQ(ended[1].errors, "rank 1: dgsolve: " + reason + '\n');
  EXPECT_FALSE(std::filesystem::exists(first));
}

}  // namespace
}  // namespace dgsolve::test
