/// Runs the batch scripts of app/README.md as printed, with stand-ins for Slurm's commands.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

/// The bash blocks of app/README.md.
std::vector<std::string> scripts() {
  const std::string text = read_text(source_folder() / "app/README.md"), fence = "```";
  std::vector<std::string> found;
  for (std::size_t at = text.find(fence + "bash\n"); at != std::string::npos;
       at = text.find(fence + "bash\n", at + 1)) {
    const std::size_t begin = at + fence.size() + 5;
    found.push_back(text.substr(begin, text.find(fence, begin) - begin));
  }
  return found;
}

/// A user's home on a cluster without GPUs: the program, a case, and Slurm's commands.
class Cluster {
 public:
  Cluster() {
    for (const char* name : {"bin", "dgsolve", "part", "scratch"})
      std::filesystem::create_directory(home() / name);
    std::filesystem::create_symlink(program(), home() / "dgsolve/dgsolve");
    std::filesystem::copy(cavity.parent_path(), home() / "part");
    // srun runs the command, on the CPU; where the file `signal` is there, it sends SIGUSR1 once steps are
    // taken.
    command("srun", R"(
for argument; do arguments+=("${argument/#cuda/cpu}"); done
"${arguments[@]}" &
if rm "$HOME/signal" 2>/dev/null; then
  until [ -s "$SCRATCH/part/probes/antinode.csv" ]; do sleep 0.01; done
  kill -USR1 $!
fi
wait $!)");
    command("scontrol", R"(echo "$*" >>"$HOME/scontrol.txt")");
  }
  std::filesystem::path home() const { return folder_.path(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(home() / name) << text; }
  /// The script's exit status. variables: of the job, NAME=VALUE.
  int run(const std::string& script, const std::string& variables) const {
    write("script.sh", script);
    const std::string text = "cd " + home().string() + " && PATH=" + (home() / "bin").string() +
                             ":$PATH HOME=" + home().string() + " SCRATCH=" + (home() / "scratch").string() +
                             " SLURM_CPUS_PER_TASK=1 " + variables + " bash script.sh 2> log.txt";
    return WEXITSTATUS(std::system(text.c_str()));
  }
  nlohmann::json summary(const std::string& results) const {
    return read_json(home() / "scratch" / results / "summary.json");
  }
  std::string log() const { return read_text(home() / "log.txt"); }
  void command(const std::string& name, const std::string& text) const {
    write("bin/" + name, "#!/bin/bash\n" + text + "\n");
    std::filesystem::permissions(home() / "bin" / name, std::filesystem::perms::owner_all);
  }

 private:
  const TemporaryFolder folder_;
};

TEST(Cluster, a_job_whose_time_is_up_is_queued_again_and_goes_on_to_the_end) {
  ASSERT_EQ(scripts().size(), 3u);
  const Cluster cluster;
  std::string text = read_text(cluster.home() / "part/case.yaml");
  const std::string final = "time: {final: 1.0}";
  ASSERT_NE(text.find(final), std::string::npos);
  cluster.write("part/case.yaml", text.replace(text.find(final), final.size(), "time: {final: 20}"));
  cluster.write("signal", "");
  EXPECT_EQ(cluster.run(scripts()[0], "SLURM_JOB_ID=17"), 3) << cluster.log();
  EXPECT_EQ(cluster.summary("part")["outcome"], "interrupted");
  EXPECT_EQ(read_text(cluster.home() / "scontrol.txt"), "requeue 17\n");
  EXPECT_EQ(cluster.run(scripts()[0], "SLURM_JOB_ID=17 SLURM_RESTART_COUNT=1"), 0) << cluster.log();
  EXPECT_EQ(cluster.summary("part")["outcome"], "completed");
  // A run that began anew would have moved the first one's checkpoint there.
  EXPECT_FALSE(std::filesystem::exists(cluster.home() / "scratch/part/checkpoints_before"));
  EXPECT_EQ(read_text(cluster.home() / "scontrol.txt"), "requeue 17\n");
}

TEST(Cluster, a_job_on_several_gpus_runs_a_process_on_each) {
  if (std::system("g++ --version > /dev/null 2>&1") != 0 ||
      !std::filesystem::exists(DGSOLVE_EMULATED_BACKEND))
    GTEST_SKIP() << "the emulated GPU needs g++ and its backend";
  const Cluster cluster;
  std::string text = read_text(cluster.home() / "part/case.yaml");
  for (const auto& [from, to] :
       {std::pair{"order: 4", "order: 1"}, {"time: {final: 1.0}", "time: {final: 0.2}"}}) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), std::string(from).size(), to);
  }
  cluster.write("part/case.yaml", text);
  cluster.command("srun", R"(
export SLURM_STEP_NUM_TASKS=3 LD_LIBRARY_PATH=)" +
                              std::filesystem::path(DGSOLVE_EMULATED_BACKEND).parent_path().string() + R"(
for task in 0 1 2; do
  SLURM_PROCID=$task "$@" &
  tasks+=($!)
done
status=0
for task in "${tasks[@]}"; do
  wait "$task" || status=$?
done
exit $status)");
  EXPECT_EQ(cluster.run(scripts().at(1), "SLURM_JOB_ID=18"), 0) << cluster.log();
  EXPECT_EQ(cluster.summary("large")["outcome"], "completed");
  EXPECT_EQ(cluster.summary("large")["parts"].size(), 3u);
}

TEST(Cluster, a_study_solves_the_case_with_each_pair_of_values) {
  const Cluster cluster;
  for (const int task : {0, 5})
    EXPECT_EQ(cluster.run(scripts().at(2), "SLURM_ARRAY_TASK_ID=" + std::to_string(task)), 0)
        << cluster.log();
  EXPECT_EQ(cluster.summary("study/order_3_h_0.5")["order"], 3);
  EXPECT_EQ(cluster.summary("study/order_5_h_0.25")["order"], 5);
}

}  // namespace
}  // namespace dgsolve::test
