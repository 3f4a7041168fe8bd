/// What the program prints, where, and with which exit status.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "kernels/devices.hpp"
#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/running_program.hpp"

namespace dgsolve::test {
namespace {

TEST(CommandLine, quiet_prints_nothing_where_all_is_well) {
  const CaseRun run(cavity, {"order=3", "time.final=0.1"}, {"--quiet"});
  EXPECT_EQ(run.program.status, 0);
  EXPECT_EQ(run.program.output + run.program.errors, "");
  EXPECT_EQ(run.summary()["outcome"], "completed");
}

TEST(CommandLine, quiet_still_warns_and_tells_errors) {
  const CaseRun run(cavity, {coarse, "order=2", "time.dt=0.5", "time.final=20"}, {"--quiet"});
  EXPECT_EQ(run.program.status, 1);
  EXPECT_EQ(run.program.errors.rfind("warning: ", 0), 0u) << run.program.errors;
  EXPECT_NE(run.program.errors.find("the energy grew"), std::string::npos) << run.program.errors;
}

TEST(CommandLine, plain_progress_lines_are_about_ten_however_many_outputs) {
  const CaseRun run(cavity, {coarse, "order=2", "time.final=1", "output.fields.every=0.01"});
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = run.program.errors.find(" %  t = ", at)) != std::string::npos; ++at) ++lines;
  EXPECT_GE(lines, 9u);
  EXPECT_LE(lines, 12u);
  EXPECT_EQ(run.program.errors.find('\r'), std::string::npos) << "only for terminals";
}

TEST(CommandLine, the_steps_announced_are_the_steps_taken) {
  const CaseRun run(cavity, {coarse, "order=2", "time.final=0.95", "output.fields.every=0.1"});
  const std::string announced = std::to_string(run.summary()["steps"].get<long>()) + " steps to t = 0.95";
  EXPECT_NE(run.program.errors.find(announced), std::string::npos) << run.program.errors;
}

TEST(CommandLine, a_results_folder_that_cannot_be_made_fails_the_run) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "in the way";
  const std::string results = folder.path() / "file/results";
  const ProgramResult result =
      run_program({cavity.string(), "--set", coarse, "--output", results}, folder.path());
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.errors.find(results + ": the folder cannot be made"), std::string::npos) << result.errors;
}

TEST(CommandLine, a_full_disk_fails_the_run_and_names_the_file) {
  const FullDisk full(10000);  // the messages fit, the fields do not
  const CaseRun run(cavity, {"order=6", "time.final=0.1"});
  EXPECT_EQ(run.program.status, 1);
  EXPECT_NE(run.program.errors.find("fields_000000.vtu: cannot be written"), std::string::npos)
      << run.program.errors;
  EXPECT_EQ(run.summary()["outcome"], "failed");
}

TEST(CommandLine, what_cannot_be_written_to_standard_output_or_a_file_fails_the_run_and_is_named) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return run_command("sh", {"-c", shell_quoted(program().string()) + ' ' + arguments}, folder.path());
  };
  const std::string verify = "verify " + shell_quoted(cavity.string()) + " --quiet --refine 0 --set " +
                             coarse + " --set order=1 --set time.final=0.01 --output " +
                             shell_quoted(folder.path() / "results");
  for (const std::string& command : {std::string("info"), std::string("--help"), verify}) {
    const ProgramResult result = run(command + " > /dev/full");
    EXPECT_EQ(result.status, 1) << command;
    EXPECT_NE(result.errors.find("standard output: cannot be written: "), std::string::npos) << result.errors;
  }
  const ProgramResult full = run("bench --order 1 --elements 100 --json /dev/full");
  EXPECT_EQ(full.status, 1);
  EXPECT_NE(full.errors.find("/dev/full: cannot be written: "), std::string::npos) << full.errors;
}

TEST(CommandLine, a_benchmark_whose_file_cannot_be_written_does_not_begin) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "none/x.json";
  const ProgramResult result = run_program({"bench", "--order", "1", "--json", file}, folder.path());
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.errors.find(file + ": cannot be written: "), std::string::npos) << result.errors;
}

TEST(CommandLine, an_older_summary_and_report_do_not_outlive_the_start_of_a_run) {
  const CaseRun older(cavity, {coarse, "order=1", "time.final=0.01"});
  const auto exists = [&](const char* file) { return std::filesystem::exists(older.results / file); };
  ASSERT_TRUE(exists("summary.json") && exists("report.html")) << older.program.errors;
  RunningProgram run(arguments_of(cavity, older.results, {coarse, "time.final=1e6"}, {"--quiet"}),
                     older.folder.path());
  EXPECT_TRUE(run.wait_until([&] { return !exists("summary.json") && !exists("report.html"); }))
      << run.errors();
}

TEST(CommandLine, version_help_and_info_go_to_stdout) {
  const TemporaryFolder folder;
  std::map<std::string, std::string> printed;
  for (const std::string argument : {"--version", "--help", "info"}) {
    const ProgramResult result = run_program({argument}, folder.path());
    EXPECT_EQ(result.status, 0) << argument;
    EXPECT_EQ(result.errors, "") << argument;
    printed[argument] = result.output;
  }
  EXPECT_EQ(std::count(printed["--version"].begin(), printed["--version"].end(), '.'), 2);
  EXPECT_NE(printed["--help"].find("--set"), std::string::npos);
  std::vector<std::string> parts = device_names();
  parts.insert(parts.end(), {"maxwell", "poisson, 3D: u", "libraries: Gmsh 4.", "HDF5 1.",
                             "kernel cache: ", "mesh cache: ", "GFLOP/s", "GB/s"});
  for (const std::string& part : parts) EXPECT_NE(printed["info"].find(part), std::string::npos) << part;
}

TEST(CommandLine, a_disk_that_is_full_behind_the_last_step_leaves_all_that_fits_and_fails_the_run) {
  const FullDisk full(12000);  // only the report is larger
  const CaseRun run(cavity, {coarse, "order=1", "time.final=1", "output.fields=null"});
  EXPECT_EQ(run.program.status, 1) << run.program.errors;
  EXPECT_NE(run.program.errors.find("report.html: cannot be written"), std::string::npos)
      << run.program.errors;
  EXPECT_EQ(run.summary()["outcome"], "failed");
  for (const char* file : {"probes/antinode.csv", "spectra/antinode.csv"})
    EXPECT_TRUE(std::filesystem::exists(run.results / file)) << file;
}

}  // namespace
}  // namespace dgsolve::test
