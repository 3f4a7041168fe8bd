/// Restarts of runs whose fields are damaged since, or whose sources are other ones.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {
namespace {

const std::string many_checkpoints = "output.checkpoint={every: 0.07, keep: 1000}";

TEST(RestartFromDamage, writes_a_damaged_mesh_of_fields_anew_and_lists_no_damaged_snapshot) {
  const std::vector<std::string> settings = {coarse, "order=2", "time.final=0.5", many_checkpoints,
                                             "output.fields={format: hdf5, every: 0.1}"};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::string file = checkpoints_in(run.results).at(3).string();
  const std::filesystem::path mesh = run.results / "fields/mesh.h5",
                              snapshot = run.results / "fields/fields_000001.h5";
  const std::string whole = read_text(mesh), half = whole.substr(0, whole.size() / 2);
  const auto go_on_with = [&](const std::string& damaged) {
    std::ofstream(mesh, std::ios::binary) << damaged;
    const ProgramResult result = go_on(run, cavity, settings, {"--restart", file});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(contains(result.errors, "a damaged file is set aside")) << result.errors;
    EXPECT_TRUE(contains(result.errors, "mesh.h5")) << result.errors;
    EXPECT_TRUE(read_text(mesh) == whole);
    return result.errors;
  };
  go_on_with(half + std::string(whole.size() - half.size(), '\xff'));
  std::filesystem::resize_file(snapshot, 1000);
  const std::string said = go_on_with("damage");
  EXPECT_TRUE(contains(said, " snapshots written before, ")) << said;
  EXPECT_FALSE(std::filesystem::exists(snapshot));
}

/// Energy that other sources bring is none that came from nowhere.
TEST(RestartOfAnotherProblem, begins_the_balance_anew_where_the_waveform_is_another_and_says_so) {
  const TemporaryFolder folder;
  const std::filesystem::path table = folder.path() / "pulse.csv";
  const auto write_table = [&](const char* peak) {
    std::ofstream(table) << "time,value\n0,0\n0.2," << peak << "\n0.4,0\n9,0\n";
  };
  const auto with_source = [&](const std::string& waveform) {
    return std::vector<std::string>{coarse,
                                    "order=2",
                                    "initial={}",
                                    "exact={}",
                                    many_checkpoints,
                                    "output.ledger=true",
                                    "waveforms={w: " + waveform + "}",
                                    "sources=[{type: dipole, at: [0, 0], moment: [0, 0, 1], waveform: w}]"};
  };
  const std::string from_table = "{table: \"" + table.string() + "\"}";
  write_table("1");
  const CaseRun run(cavity, with_source(from_table));
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::string file = checkpoints_in(run.results).at(2).string();
  const std::string said = "the balance starts anew here";
  const auto restart = [&](const std::string& waveform) {
    const ProgramResult result = go_on(run, cavity, with_source(waveform), {"--restart", file});
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.errors;
  };
  EXPECT_FALSE(contains(restart(from_table), said));
  EXPECT_TRUE(contains(restart("{expression: \"sin(t)\"}"), said));
  const double begins = std::stod(read_csv(run.results / "ledger.csv").at(1)[0]);
  EXPECT_GT(begins, 0);
  write_table("2");
  EXPECT_TRUE(contains(restart(from_table), said));
}

}  // namespace
}  // namespace dgsolve::test
