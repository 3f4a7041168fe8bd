/// A run and the files in its output folder: its own is replaced or set aside, everything else
/// stays as it is, and two runs do not share a folder.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/listed_files.hpp"
#include "tests/support/programs/running_program.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path elliptic_case = shipped_cases / "poisson_lshape/case.yaml";
const std::vector<std::string> short_run = {coarse, "order=1", "time.final=0.01"};

/// A file of somebody's, with its folder.
void put(const std::filesystem::path& file, const std::string& text = "mine") {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

class OutputFolder : public testing::Test {
 protected:
  ProgramResult run(const std::filesystem::path& case_file, const std::vector<std::string>& settings,
                    const std::vector<std::string>& options = {}) const {
    return run_program(arguments_of(case_file, results_, settings, options), folder_.path());
  }
  /// Everything below the folder → content.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(results_))
      all[entry.path().lexically_relative(results_)] =
          entry.is_regular_file() ? read_text(entry.path()) : std::string();
    return all;
  }
  void expect_refused(const ProgramResult& result, const std::string& what) const {
    EXPECT_EQ(result.status, 2) << what << '\n' << result.errors;
    EXPECT_TRUE(contains(result.errors, what)) << result.errors;
    EXPECT_TRUE(contains(result.errors, "expected another output folder")) << result.errors;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path results_ = folder_.path() / "results";
};

TEST_F(OutputFolder, with_files_of_somebody_under_the_names_of_a_run_is_refused_before_anything_is_touched) {
  struct Foreign {
    const std::filesystem::path& case_file;
    std::string setting, file, said;
  };
  for (const auto& [case_file, setting, file, said] :
       {Foreign{cavity, "order=1", "spectra/notes.txt", "\"spectra/\""},
        {cavity, "order=1", "last_good/a", "\"last_good/\""},
        {cavity, "order=1", "checkpoints/a", "\"checkpoints/\""},
        {cavity, "order=1", "probes/antinode.csv", "\"probes/\""},
        {cavity, "order=1", "summary.json", "\"summary.json\""},
        {cavity, "order=1", "report.html.tmp", "\"report.html.tmp\""},
        {cavity, "order=1", "resolved.yaml", "\"resolved.yaml\""},
        {cavity, "order=1", "fields", "\"fields\""},
        {cavity, "monitors=[{name: m, type: fields, at: [0, 0], frequencies: [1]}]", "monitors/m.csv",
         "\"monitors/\""},
        {cavity, "output.ledger=true", "ledger.csv", "\"ledger.csv\""},
        {elliptic_case, "order=1", "not_converged/a", "\"not_converged/\""},
        {elliptic_case, "output.matrix=[hdf5]", "matrix.h5", "\"matrix.h5\""}}) {
    std::filesystem::remove_all(results_);
    put(results_ / file);
    const auto before = contents();
    expect_refused(run(case_file, {setting}, {file == "resolved.yaml" ? "--check" : "--quiet"}), said);
    EXPECT_TRUE(contents() == before) << file;
  }
  ASSERT_EQ(mkfifo((results_ / "fields.pvd").c_str(), 0600), 0);
  expect_refused(run(cavity, {"order=1"}), "\"fields.pvd\"");
  put(results_ / "sweep.csv");
  expect_refused(run(cavity, {}, {"--sweep", "order=1,2"}), "\"sweep.csv\"");
  put(results_ / "convergence.csv");
  const ProgramResult verify =
      run_program({"verify", cavity.string(), "--output", results_.string()}, folder_.path());
  expect_refused(verify, "\"convergence.csv\"");
}

TEST_F(OutputFolder, keeps_what_is_somebodys_beside_what_an_earlier_run_left) {
  ASSERT_EQ(run(cavity, {coarse, "order=1"}).status, 0);
  ASSERT_TRUE(std::filesystem::exists(results_ / "spectra/antinode.csv"));
  const std::vector<std::string> mine = {
      "spectra/notes.txt", "fields/fields_a.vtu", "fields.msh", "case.yaml",
      "fields.h5",         "matrix.txt",          "a.csv"};
  for (const std::string& file : mine) put(results_ / file);
  const ProgramResult again = run(cavity, short_run);
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_FALSE(std::filesystem::exists(results_ / "spectra/antinode.csv")) << "too short a record";
  for (const std::string& file : mine) EXPECT_EQ(read_text(results_ / file), "mine") << file;
  put(results_ / "last_good/notes");  // the runs left no folder of this name
  expect_refused(run(cavity, short_run), "\"last_good/\"");
  EXPECT_EQ(read_text(results_ / "last_good/notes"), "mine");
}

TEST_F(OutputFolder, of_an_elliptic_problem_sets_aside_its_own_files_alone) {
  ASSERT_EQ(run(elliptic_case, {"order=1"}).status, 0);
  for (const char* mine : {"fields_of_mine.csv", "fields/mine.vtu", "matrix.txt", "fields.msh"})
    put(results_ / mine);
  const ProgramResult again = run(elliptic_case, {"order=1"});
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_TRUE(std::filesystem::exists(results_ / "earlier/fields/fields_000000.vtu"));
  for (const char* mine : {"fields_of_mine.csv", "fields/mine.vtu", "matrix.txt", "fields.msh"})
    EXPECT_EQ(read_text(results_ / mine), "mine") << mine;
}

TEST_F(OutputFolder, of_a_run_lists_its_files_and_no_other_names) {
  ASSERT_EQ(run(cavity, {coarse, "order=1", "time.final=0.3", "output.ledger=true",
                         "output.checkpoint={every: 0.1}", "output.fields={format: hdf5, every: 0.1}"})
                .status,
            0);
  expect_all_listed(results_);
  for (const std::string& name : listed_names(results_))
    EXPECT_TRUE(std::ranges::any_of(contents(), [&](const auto& file) { return fits(name, file.first); }))
        << name;
  ASSERT_EQ(run(elliptic_case, {"order=1", "output.matrix=[hdf5, matrix_market]", "solver.max_iterations=1"})
                .status,
            1);
  expect_all_listed(results_);
}

TEST_F(OutputFolder, of_a_release_without_lists_is_known_by_its_summary_and_its_resolved_case) {
  const auto forget = [&] { std::filesystem::remove(results_ / manifest_file); };
  ASSERT_EQ(run(cavity, {coarse, "order=1", "output.checkpoint={every: 0.5}"}).status, 0);
  forget();
  ASSERT_EQ(run(cavity, short_run).status, 0);
  EXPECT_FALSE(std::filesystem::exists(results_ / "spectra/antinode.csv"));
  forget();
  put(results_ / "summary.json", "{}");
  expect_refused(run(cavity, short_run), "\"summary.json\"");
}

TEST_F(OutputFolder, is_not_that_of_the_case_or_mesh_that_the_run_would_replace) {
  std::vector<std::string> one_field = short_run;
  one_field.emplace_back("output.probes[0].fields=[Ez]");
  ASSERT_EQ(run(cavity, one_field).status, 0);
  const std::string resolved = read_text(results_ / "resolved.yaml");
  for (const char* option : {"--quiet", "--restart", "--check"})
    expect_refused(run_program({(results_ / "resolved.yaml").string(), option}, folder_.path()),
                   "would replace its own case");
  EXPECT_EQ(read_text(results_ / "resolved.yaml"), resolved);
  const std::string table = results_ / "probes/antinode.csv";
  expect_refused(run(cavity, {"waveforms={w: {table: \"" + table + "\"}}",
                              "sources=[{type: dipole, at: [0, 0], moment: [0, 0, 1], waveform: w}]"}),
                 "would replace its own table");
  const std::string elsewhere = folder_.path() / "elsewhere";
  EXPECT_EQ(
      run_program({(results_ / "resolved.yaml").string(), "--output", elsewhere}, folder_.path()).status, 0);
}

TEST_F(OutputFolder, takes_one_run_at_a_time_and_names_the_process_that_has_it) {
  std::vector<std::string> long_run = {coarse, "order=2", "time.final=1000",
                                       "output.checkpoint={every: 0.1}"};
  RunningProgram first(arguments_of(cavity, results_, long_run, {"--quiet"}), folder_.path());
  ASSERT_TRUE(first.wait_until([&] { return !checkpoints_in(results_).empty(); })) << first.errors();
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const std::string holder = "process " + std::to_string(first.id()) + " on " + host.data();
  const TemporaryFolder scratch;
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--restart"}, {"--sweep", "order=1,2"}}) {
    const ProgramResult second =
        run_program(arguments_of(cavity, results_, {coarse}, options), scratch.path());
    EXPECT_EQ(second.status, 2);
    EXPECT_TRUE(contains(second.errors, "another run works in this output folder, " + holder))
        << second.errors;
  }
  EXPECT_EQ(run_program(arguments_of(cavity, results_, {coarse}, {"--check"}), scratch.path()).status, 0);
  first.send(SIGKILL);
  first.wait();
  EXPECT_TRUE(std::filesystem::exists(results_ / ".dgsolve_lock"));
  long_run[2] = "time.final=1e-3";
  const ProgramResult next = run(cavity, long_run);
  EXPECT_EQ(next.status, 0) << next.errors;
  EXPECT_FALSE(std::filesystem::exists(results_ / ".dgsolve_lock"));
}

TEST_F(OutputFolder, that_a_refused_run_made_is_gone) {
  EXPECT_EQ(run(cavity, {"output.probes=[{name: far, at: [9, 9]}]", coarse}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(results_));
}

TEST_F(OutputFolder, names_that_one_file_would_have_twice_are_refused_before_the_run) {
  const auto refused = [&](const std::vector<std::string>& settings, const std::string& what) {
    const ProgramResult result = run(cavity, settings, {"--quiet"});
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_TRUE(contains(result.errors, what)) << result.errors;
    EXPECT_FALSE(std::filesystem::exists(results_));
  };
  const std::string a = "{name: a, type: far_field, surface: vacuum, frequencies: [1]}",
                    power = "{name: a_power, type: flux, surface: vacuum, frequencies: [1]}";
  for (const std::string& list : {a + ", " + power, power + ", " + a})
    refused({"monitors=[" + list + "]"}, ": its file monitors/a_power.csv is one of monitors[0] too");
  const std::string longest(247, 'p');  // with .csv and .tmp 255
  refused({"output.probes=[{name: " + longest + "q, at: [0, 0]}]"}, "output.probes[0]: the name of its file");
  const ProgramResult fits = run(cavity, {coarse, "order=1", "time.final=0.01", "output.fields={}",
                                          "output.probes=[{name: " + longest + ", at: [0, 0]}]"});
  EXPECT_EQ(fits.status, 0) << fits.errors;
  EXPECT_TRUE(std::filesystem::exists(results_ / "probes" / (longest + ".csv")));
}

TEST_F(OutputFolder, names_that_only_capital_letters_tell_apart_are_said) {
  const std::string probes = "output.probes=[{name: p, at: [0, 0]}, {name: P, at: [0, 0.1]}]";
  const ProgramResult result = run(cavity, {coarse, "order=1", "time.final=0.01", probes});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_TRUE(contains(result.errors, "probes/p.csv and probes/P.csv are told apart by capital letters only"))
      << result.errors;
}

/// Nobody writes into it: whoever opens it waits.
TEST(NamedPipe, that_is_given_for_a_file_is_refused) {
  const TemporaryFolder folder;
  const std::string base = folder.path() / "pipe", mesh = base + ".geo";
  for (const std::string& pipe : {base, mesh}) ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string results = folder.path() / "results", of_case = cavity;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{of_case, "--restart", base},
        {base},
        {of_case, "--sweep-file", base},
        {of_case, "--set", "mesh.file=" + mesh},
        {of_case, "--set", "waveforms={w: {table: \"" + base + "\"}}"}}) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--output", results});
    const ProgramResult result = run_program(all, folder.path());
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_TRUE(contains(result.errors, "this is no file but a named pipe")) << result.errors;
  }
}

}  // namespace
}  // namespace dgsolve::test
