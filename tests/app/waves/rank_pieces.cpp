/// Fields of runs in several processes, each of which writes its own cells.

#include <gtest/gtest.h>

#include <set>

#include "tests/support/programs/field_series.hpp"
#include "tests/support/programs/ranked_case.hpp"

namespace dgsolve::test {
namespace {

class RankPieces : public RankedCase {
 protected:
  std::set<std::string> names_in(const std::string& folder) const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / folder))
      names.insert(entry.path().filename());
    return names;
  }
  static std::vector<std::string> fields(const std::string& options) {
    return {"--set", "output.fields={" + options + "}"};
  }
};

/// An output, and how the names of its files end.
struct Shown {
  std::string options, joined, piece;
};

TEST_F(RankPieces, are_one_data_set_with_what_one_process_writes) {
  for (const auto& [options, joined, piece] :
       std::vector<Shown>{{"every: 0.25", ".pvtu", ".vtu"},
                          {"every: 0.25, stride: 3", ".pvtu", ".vtu"},
                          {"every: 0.25, boundaries: [walls]", ".pvtu", ".vtu"},
                          {"every: 0.25, names: [S, energy_density], precision: double", ".pvtu", ".vtu"},
                          {"every: 0.25, format: hdf5", ".h5", ".h5"},
                          {"every: 0.25, format: hdf5, stride: 3, names: [S, Ez]", ".h5", ".h5"},
                          {"every: 0.25, format: vtkhdf_series, boundaries: [walls]", ".hdf", ".hdf"}}) {
    SCOPED_TRACE(options);
    run_alone("one", fields(options));
    for (const int n : options == "every: 0.25" ? std::vector{2, 3} : std::vector{3}) {
      const std::string name = std::to_string(n);
      run_ranked(n, name, fields(options));
      expect_same_series(output(name), output("one"));
      for (const std::string snapshot : {"fields_000000", "fields_000001", "fields_000002"}) {
        EXPECT_TRUE(names_in(name + "/fields").contains(snapshot + joined));
        for (int rank = 0; rank < n; ++rank)
          EXPECT_TRUE(names_in(name + "/fields").contains(snapshot + '_' + std::to_string(rank) + piece));
      }
      std::filesystem::remove_all(output(name));
    }
    std::filesystem::remove_all(output("one"));
  }
}

TEST_F(RankPieces, are_not_made_of_slices_which_rank_0_writes_alone) {
  const std::vector<std::string> slices =
      fields("every: 0.25, slices: [{name: middle, through: [0, 0.1], normal: [1, 1]}]");
  run_alone("one", slices);
  run_ranked(3, "three", slices);
  expect_same_results(output("three"), output("one"));
}

TEST_F(RankPieces, are_not_made_with_means_which_rank_0_adds_up) {
  std::vector<std::string> means = fields("every: 0.25");
  means.insert(means.end(), {"--set", "output.means={from: 0.1, every: 0.04}"});
  run_alone("one", means);
  run_ranked(3, "three", means);
  expect_same_results(output("three"), output("one"));
}

TEST_F(RankPieces, are_continued_by_any_number_of_processes) {
  for (const std::string format : {"vtu", "hdf5", "vtkhdf_series"}) {
    SCOPED_TRACE(format);
    const auto until = [&](const std::string& time) {
      std::vector<std::string> options = fields("every: 0.05, format: " + format);
      options.insert(options.end(), {"--set", "time.final=" + time});
      if (time != "0.15") options.emplace_back("--restart");
      return options;
    };
    run_ranked(2, "mixed", until("0.15"));
    run_alone("mixed", until("0.3"));
    run_ranked(3, "mixed", until("0.4"));
    for (const char* time : {"0.15", "0.3", "0.4"}) run_alone("alone", until(time));
    expect_same_series(output("mixed"), output("alone"));
    for (const char* name : {"mixed", "alone"}) std::filesystem::remove_all(output(name));
  }
}

TEST_F(RankPieces, of_a_run_that_got_further_are_set_aside_with_what_shows_them) {
  run_ranked(2, "run", fields("every: 0.1"));
  const std::set<std::string> all = names_in("run/fields");
  std::vector<std::string> again = fields("every: 0.1");
  again.insert(again.end(), {"--restart", checkpoints_in(output("run")).at(1).string()});
  run_alone("run", again);
  const std::set<std::string> left = names_in("run/fields"), aside = names_in("run/fields_before");
  for (const std::string& name : all) EXPECT_NE(left.contains(name), aside.contains(name)) << name;
  EXPECT_TRUE(left.contains("fields_000001_1.vtu"));
  EXPECT_TRUE(aside.contains("fields_000005_1.vtu"));
  run_alone("one", fields("every: 0.1"));
  expect_same_series(output("run"), output("one"));
}

/// What stands in the way is there under root too.
TEST_F(RankPieces, that_cannot_be_written_end_the_run_with_the_file_and_the_process) {
  std::vector<std::string> short_run = fields("every: 0.25");
  short_run.insert(short_run.end(), {"--set", "time.final=0.01"});
  run_ranked(3, "full", short_run);
  std::filesystem::create_directories(output("full") / "fields/fields_000001_1.vtu.tmp");
  RankedRun run(3, arguments("full", fields("every: 0.25")), folder_.path());
  const std::vector<Ended> ended = run.wait();
  const std::string reason =
      (output("full") / "fields/fields_000001_1.vtu").string() + ": cannot be written: Is a directory";
  EXPECT_EQ(ended[0].status, 1);
  EXPECT_NE(ended[0].errors.find("dgsolve: rank 1: " + reason), std::string::npos) << ended[0].errors;
  EXPECT_EQ(ended[1].status, 1);
  EXPECT_EQ(ended[1].errors, "rank 1: dgsolve: " + reason + '\n');
  EXPECT_EQ(ended[2].status, 0) << ended[2].errors;
  EXPECT_EQ(read_pvd(output("full") / "fields.pvd").size(), 1u);
  EXPECT_EQ(read_json(output("full") / "summary.json")["outcome"], "failed");
}

TEST_F(RankPieces, of_each_snapshot_that_is_listed_are_all_there_where_a_process_is_killed) {
  const auto expect_whole_series = [&] {
    const std::vector<VtkDataSet> sets = read_pvd(output("killed") / "fields.pvd");
    ASSERT_GT(sets.size(), 2u);
    const auto first = vtk_contents(sets.front().file);
    for (const VtkDataSet& set : sets)
      EXPECT_TRUE(vtk_contents(set.file).at("points") == first.at("points")) << set.file;
  };
  std::vector<std::string> longer = fields("every: 0.01");
  longer.insert(longer.end(), {"--set", "time.final=30"});
  RankedRun run(3, arguments("killed", longer), folder_.path());
  ASSERT_TRUE(run.process(0).wait_until([&] { return checkpoints_in(output("killed")).size() >= 2; }));
  kill_one_of_three(run);
  expect_whole_series();
  std::vector<std::string> on = fields("every: 0.01");
  on.insert(on.end(),
            {"--set", "time.final=2", "--restart", checkpoints_in(output("killed")).front().string()});
  run_ranked(2, "killed", on);
  expect_whole_series();
}

TEST_F(RankPieces, show_the_last_good_state_of_a_run_that_fails) {
  std::vector<std::string> unstable = fields("every: 0.25, stride: 2");
  for (const char* setting : {"time.final=30", "time.dt=0.2"})
    unstable.insert(unstable.end(), {"--set", setting});
  const auto alone = RankedRun::start(arguments("one", unstable), folder_.path() / "said");
  EXPECT_EQ(alone->wait(), 1);
  RankedRun run(3, arguments("three", unstable), folder_.path());
  EXPECT_EQ(run.wait()[0].status, 1);
  expect_same_series(output("three/last_good"), output("one/last_good"));
}

TEST_F(RankPieces, are_measured_by_a_check) {
  std::vector<std::string> options = fields("every: 0.25");
  options.emplace_back("--check");
  RankedRun run(2, arguments("checked", options), folder_.path());
  for (const Ended& ended : run.wait()) EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_NE(run.process(0).errors().find("output: fields: 3 times"), std::string::npos)
      << run.process(0).errors();
}

}  // namespace
}  // namespace dgsolve::test
