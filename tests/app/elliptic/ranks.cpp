/// Whole elliptic runs in several processes, each on an emulated GPU of its own (simt/backend): results, and
/// what happens where one is killed.

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <fstream>

#include "kernels/base/phase_clock.hpp"
#include "kernels/host/simd/instruction_set.hpp"
#include "tests/support/programs/emulated_gpus.hpp"
#include "tests/support/programs/ranked_run.hpp"

namespace dgsolve::test {
namespace {

class RanksOfElliptic : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = EmulatedGpus::why_none(DGSOLVE_EMULATED_BACKEND); !reason.empty())
      GTEST_SKIP() << reason;
  }
  /// Of an order that the emulation has; results: the output folder's name.
  std::vector<std::string> arguments(const std::string& results,
                                     const std::vector<std::string>& settings) const {
    std::vector<std::string> all = {case_file_.string(),      "--device", "cuda",   "--output",
                                    output(results).string(), "--set",    "order=2"};
    for (const std::string& setting : settings) all.insert(all.end(), {"--set", setting});
    return all;
  }
  std::filesystem::path output(const std::string& results) const { return folder_.path() / results; }
  void run_alone(const std::vector<std::string>& settings) const {
    const auto program = RankedRun::start(arguments("one", settings), folder_.path() / "said");
    ASSERT_EQ(program->wait(), 0) << program->errors();
  }
  void run_ranked(int n, const std::vector<std::string>& settings) const {
    const std::string name = std::to_string(n);
    RankedRun run(n, arguments(name, settings), folder_.path());
    const std::vector<Ended> ended = run.wait();
    for (int rank = 0; rank < n; ++rank) {
      ASSERT_EQ(ended[rank].status, 0) << ended[rank].errors;
      EXPECT_TRUE(rank == 0 || ended[rank].errors.empty()) << ended[rank].errors;
    }
    expect_same_results(output(name), output("one"));
    const nlohmann::json parts = nlohmann::json::parse(read_text(output(name) / "summary.json"))["parts"];
    ASSERT_EQ(parts.size(), static_cast<std::size_t>(n));
    for (const auto& part : parts) EXPECT_GT(part["cells"], 0);
    EXPECT_FALSE(std::filesystem::exists(output(name) / ".dgsolve_ranks"));
  }

  std::filesystem::path case_file_ = shipped_cases / "poisson_mms_3d/case.yaml";
  const TemporaryFolder folder_;
  const EmulatedGpus gpus_{DGSOLVE_EMULATED_BACKEND};
};

TEST_F(RanksOfElliptic, leave_bit_for_bit_what_one_process_leaves) {
  const std::vector<std::string> settings = {"solver={operator: matrix_free}"};
  run_alone(settings);
  for (const int n : {2, 3}) run_ranked(n, settings);
}

TEST_F(RanksOfElliptic, carry_curved_cells_and_floating_conductors_with_their_capacitances) {
  case_file_ = shipped_cases / "capacitor_sphere/case.yaml";
  const std::vector<std::string> settings = {"solver={operator: matrix_free}",
                                             "boundaries.inner={type: floating, charge: 1}",
                                             "output.capacitance=[inner, outer]"};
  run_alone(settings);
  run_ranked(2, settings);
}

/// So that no other host needs memory to read it, and Gmsh meshes once.
TEST_F(RanksOfElliptic, leave_reading_the_mesh_to_rank_0) {
  const std::vector<std::string> settings = {"solver={operator: matrix_free}"};
  run_alone(settings);
  const std::filesystem::path elsewhere = folder_.path() / "elsewhere";
  std::filesystem::create_directories(elsewhere);
  std::filesystem::copy_file(case_file_, elsewhere / "case.yaml");
  std::ofstream(elsewhere / "cube.geo") << "no mesh";
  std::vector<std::unique_ptr<RunningProgram>> processes;
  for (const char* rank : {"0", "1"}) {
    std::vector<std::string> own = arguments("shared", settings);
    own.insert(own.end(), {"--ranks", "2", "--rank", rank});
    if (rank[0] == '1') own[0] = (elsewhere / "case.yaml").string();
    processes.push_back(RankedRun::start(own, folder_.path() / "rank" / rank));
  }
  for (const auto& process : processes) EXPECT_EQ(process->wait(), 0) << process->errors();
  expect_same_results(output("shared"), output("one"));
}

/// Threads of one would wait for cores that another has.
TEST_F(RanksOfElliptic, share_the_cores_of_their_host) {
  std::vector<std::unique_ptr<RunningProgram>> processes;
  for (const char* rank : {"0", "1"}) {
    std::vector<std::string> own = arguments("cores", {"solver={operator: matrix_free}"});
    own.insert(own.end(), {"--ranks", "2", "--rank", rank});
    const std::filesystem::path scratch = folder_.path() / "rank" / rank;
    std::filesystem::create_directories(scratch);
    processes.push_back(std::make_unique<RunningProgram>(own, scratch, true));
  }
  for (const auto& process : processes) EXPECT_EQ(process->wait(), 0) << process->errors();
  const std::string expected = "2 processes have the same cores: " +
                               std::to_string(std::max(1, omp_get_num_procs() / 2)) + " threads each",
                    said = processes[0]->errors();
  EXPECT_NE(said.find(expected), std::string::npos) << said;
}

/// By the times that rank 0 measures.
TEST_F(RanksOfElliptic, choose_the_form_of_the_operator_together_and_check_a_case_together) {
  RankedRun run(3, arguments("chosen", {}), folder_.path());
  for (const Ended& ended : run.wait()) EXPECT_EQ(ended.status, 0) << ended.errors;
  std::vector<std::string> checked = arguments("checked", {});
  checked.emplace_back("--check");
  RankedRun check(2, checked, folder_.path());
  for (const Ended& ended : check.wait()) EXPECT_EQ(ended.status, 0) << ended.errors;
}

TEST_F(RanksOfElliptic, say_that_their_cpus_round_otherwise) {
  if (!host::is_available(host::InstructionSet::avx2)) GTEST_SKIP() << "this CPU has one set of instructions";
  std::vector<std::unique_ptr<RunningProgram>> processes;
  for (const char* rank : {"0", "1"}) {
    const EnvironmentVariable set("DGSOLVE_ISA", rank[0] == '0' ? "avx2" : "baseline");
    std::vector<std::string> own = arguments("rounded", {});
    own.insert(own.end(), {"--ranks", "2", "--rank", rank});
    processes.push_back(RankedRun::start(own, folder_.path() / "rank" / rank));
  }
  for (const auto& process : processes) {
    EXPECT_EQ(process->wait(), 2);
    EXPECT_NE(process->errors().find("expected hosts that are alike"), std::string::npos)
        << process->errors();
  }
}

TEST_F(RanksOfElliptic, end_where_one_is_killed) {
  RankedRun run(
      3,
      arguments("killed", {"mesh.parameters.h=0.13",
                           "solver={operator: matrix_free, preconditioner: none, tolerance: 1e-13}"}),
      folder_.path());
  ASSERT_TRUE(run.process(0).wait_until([&] { return exists(output("killed") / "resolved.yaml"); }));
  kill_one_of_three(run);
}

TEST_F(RanksOfElliptic, end_in_order_where_there_is_no_solution) {
  RankedRun run(2, arguments("stopped", {"solver={operator: matrix_free, max_iterations: 2}"}),
                folder_.path());
  const std::vector<Ended> ended = run.wait();
  EXPECT_EQ(ended[0].status, 1);
  EXPECT_NE(ended[0].errors.find("did not converge"), std::string::npos) << ended[0].errors;
  EXPECT_EQ(ended[1].status, 0) << ended[1].errors;
}

TEST_F(RanksOfElliptic, end_where_the_input_is_wrong_for_rank_0_alone) {
  RankedRun run(2, arguments("probed", {"output.probes=[{name: outside, at: [9, 9, 9]}]"}), folder_.path());
  const Stopwatch watch;
  const std::vector<Ended> ended = run.wait();
  EXPECT_LT(watch.seconds(), 30);
  EXPECT_EQ(ended[0].status, 2) << ended[0].errors;
  EXPECT_EQ(ended[1].status, 1);
  EXPECT_NE(ended[1].errors.find("rank 0 has ended"), std::string::npos) << ended[1].errors;
}

}  // namespace
}  // namespace dgsolve::test
