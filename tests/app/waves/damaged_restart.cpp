/// A run that goes on from damaged checkpoints takes the newest whole one, or says that there is none.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/damage.hpp"
#include "tests/support/programs/hdf5_damage.hpp"

namespace dgsolve::test {
namespace {

/// Results without what is said of damaged checkpoints, which the summary has too.
std::map<std::string, std::string> results_without_damage(const std::filesystem::path& results) {
  auto files = results_of(results);
  nlohmann::json summary = parse_json(files.at("summary.json")), kept = nlohmann::json::array();
  for (const std::string text : summary["warnings"])
    if (!text.starts_with("restart: ")) kept.push_back(text);
  summary["warnings"] = kept;
  files["summary.json"] = summary.dump();
  return files;
}

class DamagedRestart : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_.program.status, 0) << run_.program.errors;
    expected_ = results_without_damage(run_.results);
    const auto checkpoints = checkpoints_in(run_.results);
    ASSERT_GE(checkpoints.size(), 3u);
    newest_ = checkpoints.back();
    whole_ = read_text(newest_);
    stale_ = read_text(checkpoints[0]);
  }

  /// The newest checkpoint is damaged, an older one is whole.
  void expect_to_fall_back() {
    const ProgramResult result = go_on(run_, cavity, settings_);
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(results_without_damage(run_.results) == expected_);
    const bool passed_over =
        result.errors.find("damaged, an older one is tried: " + newest_.string()) != std::string::npos;
    EXPECT_NE(passed_over, result.errors.find("goes on from " + newest_.string()) != std::string::npos)
        << result.errors;
    EXPECT_EQ(run_.summary()["warnings"].dump().find(newest_.string()) != std::string::npos, passed_over);
    n_refused_ += passed_over;
  }
  /// It is the one that the user names.
  void expect_to_be_refused_or_whole() {
    const ProgramResult result = go_on(run_, cavity, settings_, {"--restart", newest_.string()});
    if (result.status == 0) {
      EXPECT_TRUE(results_without_damage(run_.results) == expected_);
      return;
    }
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_NE(result.errors.find("this checkpoint cannot be read: " + newest_.string()), std::string::npos)
        << result.errors;
    ++n_refused_;
  }
  void damage_newest(const std::string& bytes) const { std::ofstream(newest_, std::ios::binary) << bytes; }

  const std::vector<std::string> settings_ = {coarse, "order=1", "time.final=0.3",
                                              "output.checkpoint={every: 0.1, keep: 100}"};
  const CaseRun run_{cavity, settings_};
  std::map<std::string, std::string> expected_;
  std::filesystem::path newest_;
  std::string whole_, stale_;
  int n_refused_ = 0;
};

TEST_F(DamagedRestart, takes_the_newest_whole_checkpoint_or_ends_with_status_2) {
  ByteDamage damage(whole_, stale_);
  const int n = 3 * ByteDamage::n_kinds;
  for (int i = 0; i < n; ++i) {
    SCOPED_TRACE("damage " + std::to_string(i));
    damage_newest(damage.next());
    if (i % 2 == 0)
      expect_to_fall_back();
    else
      expect_to_be_refused_or_whole();
  }
  std::mt19937_64 generator(18);
  for (int i = 0; i < 12; ++i) {
    damage_newest(whole_);
    const auto [part, kind] = Hdf5Damage(newest_).change(generator);
    SCOPED_TRACE(part + ' ' + kind);
    expect_to_fall_back();
  }
  EXPECT_GE(n_refused_, n + 10);
}

TEST_F(DamagedRestart, with_no_whole_checkpoint_ends_with_status_2_and_names_every_one) {
  const auto checkpoints = checkpoints_in(run_.results);
  std::uintmax_t size = 1000;
  for (const auto& file : checkpoints) std::filesystem::resize_file(file, size *= 2);
  const ProgramResult result = go_on(run_, cavity, settings_);
  EXPECT_EQ(result.status, 2) << result.errors;
  for (const auto& file : checkpoints)
    EXPECT_NE(result.errors.find("damaged, an older one is tried: " + file.string()), std::string::npos);
  EXPECT_NE(result.errors.find("there is no checkpoint to go on from"), std::string::npos) << result.errors;
}

}  // namespace
}  // namespace dgsolve::test
