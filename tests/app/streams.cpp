/// Standard streams that are missing, full or read by nobody, and files that may not grow.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

/// A short run by a shell: `command` has PROGRAM for the program and its arguments.
struct ShellRun {
  ShellRun(const std::string& command, const std::vector<std::string>& settings)
      : results(folder.path() / "results") {
    std::string call = "OMP_NUM_THREADS=1 " + shell_quoted(program().string());
    for (const std::string& argument : arguments_of(cavity, results, settings, {}))
      call += ' ' + shell_quoted(argument);
    std::string line = command;
    line.replace(line.find("PROGRAM"), 7, call);
    shell = run_command("sh", {"-c", line}, folder.path());
  }

  const TemporaryFolder folder;
  const std::filesystem::path results;
  ProgramResult shell;
};

const std::vector<std::string> with_ledger = {coarse, "order=1", "time.final=0.2", "output.ledger=true"};

TEST(Streams, that_are_missing_leave_the_results_alone) {
  const ShellRun whole("PROGRAM", with_ledger);
  for (const std::string closed : {"2>&-", "0<&- 1>&- 2>&-"}) {
    const ShellRun run("PROGRAM " + closed, with_ledger);
    EXPECT_EQ(run.shell.status, 0) << closed;
    for (const char* table : {"probes/antinode.csv", "ledger.csv"})
      EXPECT_EQ(read_text(run.results / table), read_text(whole.results / table)) << closed;
  }
}

TEST(Streams, that_are_missing_fail_what_prints_there) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_command("sh", {"-c", shell_quoted(program().string()) + " --version >&-"}, folder.path());
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.errors.find("standard output: cannot be written"), std::string::npos) << result.errors;
}

TEST(Streams, that_nobody_reads_do_not_end_a_run) {
  const ShellRun run("{ sleep 0.2; PROGRAM; } 2>&1 >/dev/null | true", with_ledger);
  EXPECT_EQ(read_json(run.results / "summary.json")["outcome"], "completed");
}

TEST(Streams, files_that_may_not_grow_fail_the_run_by_name_as_on_a_full_disk) {
  const ShellRun run("ulimit -f 8; PROGRAM", {coarse, "order=2", "time.final=20",
                                              "output={probes: [{name: "
                                              "p, at: [0.3, 0.3]}]}"});
  EXPECT_EQ(run.shell.status, 1) << run.shell.errors;
  EXPECT_NE(run.shell.errors.find("probes/p.csv: cannot be written: File too large"), std::string::npos)
      << run.shell.errors;
  EXPECT_EQ(read_json(run.results / "summary.json")["outcome"], "failed");
}

TEST(Streams, show_no_control_characters_of_a_title) {
  const CaseRun run(cavity, {coarse, "order=1", "time.final=0.1", "title=\"red \\x1b[31m\\a\\x9b\"",
                             "output.checkpoint={every: 0.05}"});
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NE(run.program.errors.find("red \uFFFD[31m"), std::string::npos) << run.program.errors;
  EXPECT_EQ(run.program.errors.find_first_of("\x1b\a"), std::string::npos);
  const ProgramResult again =
      run_program(arguments_of(cavity, run.results, {coarse, "order=1", "time.final=0.2"}, {"--restart"}),
                  run.folder.path());
  EXPECT_EQ(again.status, 0) << again.errors;
  EXPECT_EQ(again.errors.find("damaged"), std::string::npos) << again.errors;
}

}  // namespace
}  // namespace dgsolve::test
