#include "tests/support/programs/checkpoint_setup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tests/support/programs/full_disk.hpp"

namespace dgsolve::test {

std::map<std::string, std::string> results_of(const std::filesystem::path& results) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(results)) {
    const std::string name = std::filesystem::relative(entry.path(), results);
    if (entry.is_regular_file() && !name.starts_with("checkpoints") && !name.starts_with("fields_before") &&
        name != "report.html" &&      // has clocks' times
        name != "dgsolve_files.txt")  // has the names of checkpoints, and of what was set aside
      files[name] = read_text(entry.path());
  }
  if (!files.contains("summary.json")) return files;
  nlohmann::json summary = parse_json(files["summary.json"]);
  for (const char* measured : {"wall_seconds", "throughput_gdof_per_s", "memory_bytes"})
    summary.erase(measured);
  if (summary.contains("solver"))
    for (const char* measured : {"setup_seconds", "solve_seconds"}) summary["solver"].erase(measured);
  files["summary.json"] = summary.dump();
  return files;
}

std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& results) {
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(results / "checkpoints", none))
    if (entry.path().extension() == ".h5" && std::ranges::count(entry.path().stem().string(), '_') == 1)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

long steps_of(const std::filesystem::path& checkpoint) {
  long steps = -1;
  std::sscanf(checkpoint.filename().c_str(), "checkpoint_%ld.h5", &steps);
  return steps;
}

ProgramResult go_on(const CaseRun& run, const std::filesystem::path& case_file,
                    const std::vector<std::string>& settings, const std::vector<std::string>& options,
                    int threads) {
  return run_program(arguments_of(case_file, run.results, settings, options), run.folder.path(), threads);
}

void expect_same_bits_after_restarts(const CaseRun& run, const std::filesystem::path& case_file,
                                     const std::vector<std::string>& settings, std::size_t n) {
  const auto expected = results_of(run.results);
  const auto checkpoints = checkpoints_in(run.results);
  ASSERT_GE(checkpoints.size(), n);
  for (const std::size_t i : {checkpoints.size() - 2, std::size_t{1}}) {
    const ProgramResult result = go_on(run, case_file, settings, {"--restart", checkpoints[i].string()});
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(results_of(run.results) == expected) << checkpoints[i];
  }
}

void expect_to_survive_full_disk(const CaseRun& whole, const std::filesystem::path& case_file,
                                 const std::vector<std::string>& settings, std::uintmax_t bytes,
                                 const std::string& file) {
  const auto expected = results_of(whole.results);
  ASSERT_LT(std::filesystem::file_size(checkpoints_in(whole.results).back()), bytes);
  std::filesystem::remove_all(whole.results);
  {
    const FullDisk full(bytes);
    const ProgramResult result = go_on(whole, case_file, settings, {});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find(file + ": cannot be written: File too large"), std::string::npos)
        << result.errors;
  }
  EXPECT_EQ(whole.summary()["outcome"], "failed");
  ASSERT_FALSE(checkpoints_in(whole.results).empty());
  const ProgramResult last = go_on(whole, case_file, settings);
  EXPECT_EQ(last.status, 0) << last.errors;
  EXPECT_EQ(last.errors.find("damaged"), std::string::npos) << last.errors;
  EXPECT_TRUE(results_of(whole.results) == expected);
}

}  // namespace dgsolve::test
