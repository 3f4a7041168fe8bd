/// --check: what a run would take is known before it runs.

#include <gtest/gtest.h>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/running_program.hpp"

namespace dgsolve::test {
namespace {

TEST(Check, finds_nothing_to_warn_of_in_a_sound_case) {
  const std::string said = check(cavity, {});
  EXPECT_EQ(said.find("warning"), std::string::npos) << said;
  EXPECT_NE(said.find("per wavelength of 1.414"), std::string::npos) << said;
}

TEST(Check, tells_where_the_order_of_the_geometry_and_not_of_the_fields_will_limit_errors) {
  const std::filesystem::path file = shipped_cases / "coax_2d/case.yaml";
  EXPECT_NE(check(file, {"order=6"}).find("the cells' geometry is of order 4"), std::string::npos);
  EXPECT_EQ(check(file, {"order=4"}).find("the cells' geometry is of order"), std::string::npos);
}

TEST(Check, predicts_the_memory_and_the_sizes_of_all_outputs) {
  const std::vector<std::string> settings = {"order=5", "output.checkpoint={every: 0.1, keep: 2}",
                                             "time={final: 0.5}", "output.fields.precision=double",
                                             "mesh.cache=false"};
  const std::filesystem::path file = shipped_cases / "maxwell_cavity_3d/case.yaml";
  const std::string said = check(file, settings);
  const CaseRun run(file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto memory = run.summary()["memory_bytes"];
  const auto expect_near = [](double predicted, double found, double tolerance, const char* what) {
    EXPECT_NEAR(predicted / found, 1, tolerance) << what << ": " << predicted << ", found " << found;
  };
  expect_near(bytes(behind(said, "memory: ")), memory["device"], 0.05, "device memory");
#ifndef __SANITIZE_ADDRESS__  // which keeps what is freed
  expect_near(bytes(behind(said, "on the device, ")), memory["host"], 0.05, "host memory");
#endif
  const auto size_of = [&](const char* folder) {
    double sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(run.results / folder))
      sum += static_cast<double>(entry.file_size());
    return sum;
  };
  // The fields that were tried compress a little less than real ones do.
  const std::string fields = behind(said, "output: fields: ");
  expect_near(bytes(behind(fields, "B, ")), size_of("fields"), 0.15, "fields");
  const std::string checkpoints = behind(said, "output: checkpoints: ");
  expect_near(bytes(behind(checkpoints, "B, ")), size_of("checkpoints"), 0.01, "checkpoints");
  const std::string probes = behind(said, "output: probes: ");
  expect_near(bytes(behind(probes, "B, ")), size_of("probes"), 0.15, "probes");
}

TEST(Check, predicts_the_memory_of_a_run_that_measures_its_errors_at_the_end) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer keeps what is freed";
#endif
  // In single precision, for the errors' state is double, and without other outputs.
  const std::vector<std::string> settings = {
      "device=cpu",         "precision=single", "order=8", "output={}", "mesh.parameters.h=0.15",
      "time={final: 2e-4}", "mesh.cache=false"};
  const std::filesystem::path file = shipped_cases / "maxwell_cavity_3d/case.yaml";
  const std::string said = check(file, settings);
  const CaseRun run(file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const double found = run.summary()["memory_bytes"]["host"];
  EXPECT_NEAR(bytes(behind(said, "on the device, ")) / found, 1, 0.05);
}

TEST(Check, predicts_the_memory_of_spectra_of_long_records) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer keeps what is freed";
#endif
  const std::vector<std::string> settings = {
      coarse, "order=1", "time={final: 500}", "exact={}",
      "output={probes: [{name: line, fields: [Ez], from: [0.1, 0.1], to: [0.9, 0.9], count: 60}]}"};
  const std::string said = check(cavity, settings);
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const double predicted = bytes(behind(said, "on the device, ")),
               found = run.summary()["memory_bytes"]["host"];
  EXPECT_LT(found, 1.05 * predicted) << "no run takes more than was said";
  EXPECT_GT(found, 0.7 * predicted);
}

TEST(Check, predicts_the_memory_of_a_run_that_goes_on) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer keeps what is freed";
#endif
  std::vector<std::string> settings = {"device=cpu",
                                       "order=8",
                                       "mesh.parameters.h=0.2",
                                       "exact={}",
                                       "output={checkpoint: {every: 0.003}}",
                                       "time={final: 0.004}"};
  const std::filesystem::path file = shipped_cases / "maxwell_cavity_3d/case.yaml";
  const CaseRun run(file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  settings.back() = "time={final: 0.008}";
  const ProgramResult checked = go_on(run, file, settings, {"--restart", "--check"});
  ASSERT_EQ(checked.status, 0) << checked.errors;
  ASSERT_EQ(go_on(run, file, settings).status, 0);
  const double found = run.summary()["memory_bytes"]["host"];
  EXPECT_NEAR(bytes(behind(checked.errors, "on the device, ")) / found, 1, 0.05);
}

TEST(Check, refuses_an_output_folder_in_which_nothing_can_be_written) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({cavity.string(), "--check", "--output", "/proc/results"}, folder.path());
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.errors.find("/proc: no files can be written there"), std::string::npos) << result.errors;
}

TEST(Check, leaves_nothing_behind_whatever_ends_it) {
  for (const int signal : {SIGINT, SIGKILL}) {
    const TemporaryFolder folder, parent;
    RunningProgram program({cavity.string(), "--check", "--output", (parent.path() / "results").string()},
                           folder.path());
    const auto is_empty = [&] { return std::filesystem::is_empty(parent.path()); };
    ASSERT_TRUE(program.wait_until([&] { return !is_empty(); })) << program.errors();
    program.send(signal);
    EXPECT_EQ(program.wait(), -signal);
    for (int i = 0; i < 10000 && !is_empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(is_empty());
  }
}

}  // namespace
}  // namespace dgsolve::test
