/// Whole runs in several processes, each on an emulated GPU of its own (simt/backend): results, restarts, and
/// what happens where one is killed; and what the program says where processes do not fit together.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/ranked_case.hpp"

namespace dgsolve::test {
namespace {

class Ranks : public RankedCase {};

TEST_F(Ranks, leave_bit_for_bit_what_one_process_leaves) {
  run_alone("one");
  for (const int n : {2, 3}) {
    const std::string name = std::to_string(n);
    run_ranked(n, name);
    expect_same_results(output(name), output("one"));
    const nlohmann::json parts = nlohmann::json::parse(read_text(output(name) / "summary.json"))["parts"];
    EXPECT_EQ(parts.size(), static_cast<std::size_t>(n));
    EXPECT_FALSE(std::filesystem::exists(output(name) / ".dgsolve_ranks"));
  }
}

TEST_F(Ranks, accept_and_reject_the_steps_that_one_process_does_and_go_on_with_them) {
  const std::vector<std::string> controlled = {"--set", "time.tolerance=1e-4", "--set", "time.dt=0.05"};
  const auto shorter = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--set", "time.final=0.2"});
    return options;
  };
  run_alone("one", shorter(controlled));
  run_ranked(3, "three", shorter(controlled));
  expect_same_results(output("three"), output("one"));
  const auto steps = [&](const std::string& name) {
    return nlohmann::json::parse(read_text(output(name) / "summary.json"))["controlled_steps"];
  };
  EXPECT_EQ(steps("three"), steps("one"));
  EXPECT_GT(steps("one")["rejected"], 0);
  std::vector<std::string> go_on = controlled;
  go_on.push_back("--restart");
  run_alone("one", go_on);
  run_ranked(2, "three", go_on);
  expect_same_results(output("three"), output("one"));
  EXPECT_EQ(steps("three"), steps("one"));
}

/// So that no other host needs memory for it.
TEST_F(Ranks, leave_reading_the_mesh_to_rank_0) {
  run_alone("one");
  const std::filesystem::path elsewhere = folder_.path() / "elsewhere";
  std::filesystem::create_directories(elsewhere);
  std::filesystem::copy_file(cavity, elsewhere / "case.yaml");
  std::ofstream(elsewhere / "cavity.geo") << "no mesh";
  std::vector<std::unique_ptr<RunningProgram>> processes;
  for (const char* rank : {"0", "1"}) {
    std::vector<std::string> own = arguments("shared", {"--ranks", "2", "--rank", rank});
    if (rank[0] == '1') own[0] = (elsewhere / "case.yaml").string();
    processes.push_back(RankedRun::start(own, folder_.path() / "rank" / rank));
  }
  for (const auto& process : processes) EXPECT_EQ(process->wait(), 0) << process->errors();
  expect_same_results(output("shared"), output("one"));
}

TEST_F(Ranks, carry_layers_periodic_boundaries_incident_waves_and_monitors) {
  case_file_ = shipped_cases / "slab_band/case.yaml";
  const auto options = [&](const std::string& results) {
    return std::vector<std::string>{case_file_.string(),
                                    "--device",
                                    "cuda",
                                    "--output",
                                    output(results).string(),
                                    "--set",
                                    "order=1",
                                    "--set",
                                    "time.final=0.05 ns",
                                    "--set",
                                    "output.fields.every=0.025 ns",
                                    "--set",
                                    "output.fields.format=vtkhdf"};
  };
  const auto alone = RankedRun::start(options("one"), folder_.path());
  ASSERT_EQ(alone->wait(), 0) << alone->errors();
  RankedRun run(3, options("three"), folder_.path());
  for (const Ended& ended : run.wait()) ASSERT_EQ(ended.status, 0) << ended.errors;
  expect_same_results(output("three"), output("one"));
}

TEST_F(Ranks, go_on_from_a_checkpoint_of_any_number_of_processes) {
  run_alone("one");
  run_alone("mixed", {"--set", "time.final=0.15"});
  run_ranked(2, "mixed", {"--set", "time.final=0.3", "--restart"});
  run_ranked(3, "mixed", {"--set", "time.final=0.4", "--restart"});
  run_alone("mixed", {"--restart"});
  // Steps meet each run's own end: the results are those of one process that ends there too.
  run_alone("alone", {"--set", "time.final=0.15"});
  run_alone("alone", {"--set", "time.final=0.3", "--restart"});
  run_alone("alone", {"--set", "time.final=0.4", "--restart"});
  run_alone("alone", {"--restart"});
  expect_same_results(output("mixed"), output("alone"));
}

TEST_F(Ranks, end_where_one_is_killed_and_go_on_from_the_last_checkpoint) {
  const std::vector<std::string> longer = {"--set", "time.final=30"};
  RankedRun run(3, arguments("killed", longer), folder_.path());
  ASSERT_TRUE(run.process(0).wait_until([&] { return checkpoints_in(output("killed")).size() >= 2; }));
  kill_one_of_three(run);
  const nlohmann::json summary = nlohmann::json::parse(read_text(output("killed") / "summary.json"));
  EXPECT_EQ(summary["outcome"], "failed");
  EXPECT_GT(summary["steps"], 0);
  run_ranked(2, "killed",
             {"--set", "time.final=2", "--restart", checkpoints_in(output("killed")).front().string()});
}

TEST_F(Ranks, stop_with_a_checkpoint_where_rank_0_is_asked_to) {
  RankedRun run(2, arguments("stopped", {"--set", "time.final=30"}), folder_.path());
  ASSERT_TRUE(run.process(0).wait_until([&] { return checkpoints_in(output("stopped")).size() >= 1; }));
  for (const int rank : {1, 0}) run.process(rank).send(SIGUSR1);  // as Slurm does
  const std::vector<Ended> ended = run.wait();
  EXPECT_EQ(ended[0].status, 3) << ended[0].errors;
  EXPECT_EQ(ended[1].status, 0) << ended[1].errors;
}

TEST_F(Ranks, end_in_order_where_the_run_fails) {
  RankedRun run(3, arguments("unstable", {"--set", "time.final=30", "--set", "time.dt=0.2"}), folder_.path());
  const std::vector<Ended> ended = run.wait();
  EXPECT_EQ(ended[0].status, 1);
  EXPECT_NE(ended[0].errors.find("last good state"), std::string::npos) << ended[0].errors;
  for (const int rank : {1, 2}) EXPECT_EQ(ended[rank].status, 0) << ended[rank].errors;
}

/// Each process evaluates initial formulas in its own cells.
TEST_F(Ranks, say_as_one_does_where_an_initial_formula_is_not_finite) {
  const auto said = [](const std::string& errors) { return errors.substr(errors.find("dgsolve: initial")); };
  for (const char* at_some_places : {"sqrt(0.9 - x)", "sqrt(x + 0.9)", "sqrt(0.9 - y)", "sqrt(-1 - x*x)"}) {
    const std::vector<std::string> wrong = {"--set", "mesh.parameters.h=0.1", "--set",
                                            "initial={Ez: \"" + std::string(at_some_places) + "\"}"};
    const auto alone = RankedRun::start(arguments("one", wrong), folder_.path() / "said");
    EXPECT_EQ(alone->wait(), 2);
    RankedRun run(3, arguments("three", wrong), folder_.path());
    const std::vector<Ended> ended = run.wait();
    EXPECT_EQ(ended[0].status, 2);
    EXPECT_EQ(said(ended[0].errors), said(alone->errors()));
    for (const int rank : {1, 2}) EXPECT_EQ(ended[rank].status, 0) << ended[rank].errors;
  }
}

TEST_F(Ranks, check_a_case_together) { run_ranked(2, "checked", {"--check"}); }

TEST_F(Ranks, say_that_a_second_run_uses_the_folder) {
  RankedRun first(2, arguments("shared", {"--set", "time.final=1000"}), folder_.path());
  ASSERT_TRUE(first.process(0).wait_until([&] { return !checkpoints_in(output("shared")).empty(); }));
  RankedRun second(2, arguments("shared", {"--set", "time.final=1000"}), folder_.path() / "second");
  for (const Ended& ended : second.wait()) {
    EXPECT_EQ(ended.status, 2);
    EXPECT_NE(ended.errors.find("goes on in this output folder"), std::string::npos) << ended.errors;
  }
}

TEST_F(Ranks, say_what_is_wrong_with_them) {
  struct Mistake {
    std::vector<std::string> options;
    std::string said;
  };
  for (const auto& [options, said] : std::vector<Mistake>{
           {{"--ranks", "2"}, "--ranks: expected --rank with it"},
           {{"--rank", "1"}, "--rank requires --ranks"},
           {{"--ranks", "2", "--rank", "2"}, "--rank: got 2; expected a number from 0 to 1"},
           {{"--ranks", "2", "--rank", "-1"}, "--rank: got -1; expected a number from 0 to 1"},
           {{"--ranks", "many", "--rank", "0"}, "--ranks: got \"many\"; expected a whole number from 1"},
           {{"--ranks", "0", "--rank", "0"}, "--ranks: got \"0\"; expected a whole number from 1"},
           {{"--ranks", "slurm"}, "--ranks slurm: SLURM_PROCID is not set; expected to be started by srun"},
           {{"--ranks", "slurm", "--rank", "0"}, "--rank: got one beside --ranks slurm"},
           {{"--ranks", "2", "--rank", "0", "--sweep", "order=1,2"}, "excludes"}}) {
    const auto program = RankedRun::start(arguments("wrong", options), folder_.path() / "wrong");
    EXPECT_EQ(program->wait(), 2) << said;
    EXPECT_NE(program->errors().find(said), std::string::npos) << program->errors();
  }
}

TEST_F(Ranks, say_that_a_cpu_is_no_device_for_them) {
  std::vector<std::string> on_cpu = arguments("cpu", {"--device", "cpu"});
  on_cpu.erase(std::ranges::find(on_cpu, "--device"), std::ranges::find(on_cpu, "--device") + 2);
  RankedRun run(2, on_cpu, folder_.path());
  const std::vector<Ended> ended = run.wait();
  EXPECT_EQ(ended[0].status, 2);
  EXPECT_NE(ended[0].errors.find("several processes share a problem on GPUs only"), std::string::npos)
      << ended[0].errors;
}

TEST_F(Ranks, take_their_places_from_the_step_that_srun_started) {
  std::vector<std::unique_ptr<RunningProgram>> processes;
  for (const char* rank : {"0", "1"}) {
    const EnvironmentVariable n("SLURM_STEP_NUM_TASKS", "2"), place("SLURM_PROCID", rank),
        nodes("SLURM_STEP_NUM_NODES", "2");
    processes.push_back(
        RankedRun::start(arguments("slurm", {"--ranks", "slurm"}), folder_.path() / "rank" / rank));
  }
  for (const auto& process : processes) EXPECT_EQ(process->wait(), 0) << process->errors();
  EXPECT_NE(processes[0]->errors().find("waits for processes of other hosts at"), std::string::npos);
  const EnvironmentVariable one("SLURM_STEP_NUM_TASKS", "1"), place("SLURM_PROCID", "0");
  run_alone("alone", {"--ranks", "slurm"});
  expect_same_results(output("slurm"), output("alone"));
}

}  // namespace
}  // namespace dgsolve::test
