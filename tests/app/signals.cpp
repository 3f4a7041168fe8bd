/// A run that is stopped or killed at any moment goes on to the same results.

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <random>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/running_program.hpp"

namespace dgsolve::test {
namespace {

/// A run of a second or so, with outputs and a checkpoint every few steps.
const std::vector<std::string> settings = {coarse, "order=3", "time.final=10", "output.fields.every=0.5",
                                           "output.checkpoint={every: 0.06, keep: 2}"};

std::vector<std::string> arguments_for(const std::filesystem::path& results, bool restart) {
  std::vector<std::string> arguments = {cavity.string(), "--quiet", "--output", results.string()};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  if (restart) arguments.emplace_back("--restart");
  return arguments;
}

/// The results of the run that nobody stops.
const std::map<std::string, std::string>& expected_results() {
  static const auto results = [] {
    const CaseRun run(cavity, settings);
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    return results_of(run.results);
  }();
  return results;
}

class Stopped : public testing::Test {
 protected:
  bool has_checkpoint() const { return !checkpoints_in(results_).empty(); }
  std::string outcome() const { return read_json(results_ / "summary.json")["outcome"]; }
  void expect_whole_after_restart() {
    const ProgramResult last = run_program(arguments_for(results_, true), folder_.path());
    EXPECT_EQ(last.status, 0) << last.errors;
    EXPECT_TRUE(results_of(results_) == expected_results());
  }

  const TemporaryFolder folder_;
  const std::filesystem::path results_ = folder_.path() / "results";
};

TEST_F(Stopped, by_kills_at_any_moment_a_run_loses_nothing_but_time) {
  std::mt19937 generator(5);
  for (int kills = 0; kills < 6; ++kills) {
    RunningProgram run(arguments_for(results_, has_checkpoint()), folder_.path());
    const std::size_t before =
        checkpoints_in(results_).empty() ? 0 : steps_of(checkpoints_in(results_).back());
    // Some way behind the first new checkpoint, wherever that is.
    const bool running = run.wait_until([&] {
      return has_checkpoint() && steps_of(checkpoints_in(results_).back()) > static_cast<long>(before);
    });
    ASSERT_TRUE(running) << run.errors();
    std::this_thread::sleep_for(std::chrono::microseconds(generator() % 20000));
    run.send(SIGKILL);
    run.wait();
  }
  expect_whole_after_restart();
}

TEST_F(Stopped, by_a_signal_a_run_leaves_a_checkpoint_and_says_so_by_its_status) {
  for (const int signal : {SIGTERM, SIGUSR1, SIGINT, SIGHUP}) {
    RunningProgram run(arguments_for(results_, has_checkpoint()), folder_.path());
    const auto before = checkpoints_in(results_);
    ASSERT_TRUE(run.wait_until([&] { return checkpoints_in(results_) != before; })) << run.errors();
    run.send(signal);
    EXPECT_EQ(run.wait(), 3) << run.errors();
    EXPECT_EQ(outcome(), "interrupted");
  }
  expect_whole_after_restart();
}

TEST_F(Stopped, by_the_end_of_its_terminal_a_run_under_nohup_is_not) {
  void (*const before)(int) = std::signal(SIGHUP, SIG_IGN);
  RunningProgram run(arguments_for(results_, false), folder_.path());
  std::signal(SIGHUP, before);
  ASSERT_TRUE(run.wait_until([&] { return has_checkpoint(); })) << run.errors();
  run.send(SIGHUP);
  EXPECT_EQ(run.wait(), 0) << run.errors();
}

TEST_F(Stopped, by_a_second_interrupt_a_run_ends_at_once) {
  // Its set-up takes longer than the test; a run that is set up takes note of the first one only then.
  RunningProgram run({(shipped_cases / "maxwell_cavity_3d/case.yaml").string(), "--output", results_.string(),
                      "--set", "mesh.parameters.h=0.1", "--set", "order=8"},
                     folder_.path());
  ASSERT_TRUE(run.wait_until([&] { return run.listens_to(SIGINT); }));
  run.send(SIGINT);
  ASSERT_TRUE(run.wait_until([&] { return run.errors().find("once more") != std::string::npos; }));
  run.send(SIGINT);
  EXPECT_EQ(run.wait(), -SIGINT) << run.errors();
  EXPECT_FALSE(has_checkpoint());
}

TEST_F(Stopped, by_its_limit_on_the_wall_a_run_needs_no_checkpoints_asked_for) {
  std::vector<std::string> arguments = {cavity.string(), "--output", results_.string()};
  for (const std::string setting : {"time.final=1e6", "time.wall_limit=0.5"})
    arguments.insert(arguments.end(), {"--set", setting});
  const ProgramResult result = run_program(arguments, folder_.path());
  EXPECT_EQ(result.status, 3) << result.errors;
  EXPECT_NE(result.errors.find("stopped by time.wall_limit at t = "), std::string::npos) << result.errors;
  EXPECT_EQ(outcome(), "interrupted");
  EXPECT_EQ(checkpoints_in(results_).size(), 1u);
}

/// A probe's file outgrows the limit; checkpoints stay below it.
TEST_F(Stopped, by_a_full_disk_a_run_fails_and_goes_on_once_there_is_room) {
  const std::vector<std::string> long_run = {coarse, "order=2", "time.final=60", "output.fields.every=60",
                                             "output.checkpoint={every: 4, keep: 1}"};
  const CaseRun whole(cavity, long_run);
  ASSERT_EQ(whole.program.status, 0) << whole.program.errors;
  const auto limit = std::filesystem::file_size(whole.results / "probes/antinode.csv") * 3 / 4;
  expect_to_survive_full_disk(whole, cavity, long_run, limit, "antinode.csv");
}

/// A small file system in memory, gone with the object.
class SmallDisk {
 public:
  SmallDisk(const std::filesystem::path& path, const std::string& size) : path_(path) {
    std::filesystem::create_directories(path);
    mounted_ = mount("tmpfs", path.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) umount2(path_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  bool grow(const std::string& size) const {
    return mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT, ("size=" + size).c_str()) == 0;
  }

 private:
  const std::filesystem::path path_;
  bool mounted_;
};

TEST_F(Stopped, by_a_disk_that_fills_up_a_run_leaves_its_last_checkpoint) {
  const SmallDisk disk(results_, "1500k");
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a file system";
  const std::vector<std::string> filling = {"output.fields.every=0.02",
                                            "output.checkpoint={every: 0.05, keep: 2}"};
  const CaseRun whole(cavity, filling);
  std::vector<std::string> arguments = {cavity.string(), "--output", results_.string()};
  for (const std::string& setting : filling) arguments.insert(arguments.end(), {"--set", setting});
  const ProgramResult result = run_program(arguments, folder_.path());
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.errors.find("cannot be written: No space left on device"), std::string::npos)
      << result.errors;
  ASSERT_TRUE(has_checkpoint());

  ASSERT_TRUE(disk.grow("64m"));
  arguments.emplace_back("--restart");
  const ProgramResult last = run_program(arguments, folder_.path());
  EXPECT_EQ(last.status, 0) << last.errors;
  EXPECT_EQ(last.errors.find("damaged"), std::string::npos) << last.errors;
  EXPECT_TRUE(results_of(results_) == results_of(whole.results));
}

}  // namespace
}  // namespace dgsolve::test
