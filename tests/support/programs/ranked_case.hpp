/// A small run of waves in several processes, each on an emulated GPU of its own (tests/simt/backend).
#pragma once

#include <gtest/gtest.h>

#include "tests/support/programs/emulated_gpus.hpp"
#include "tests/support/programs/ranked_run.hpp"

namespace dgsolve::test {

class RankedCase : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = EmulatedGpus::why_none(DGSOLVE_EMULATED_BACKEND); !reason.empty())
      GTEST_SKIP() << reason;
  }
  /// A small run with all that looks at one; results: the output folder's name.
  std::vector<std::string> arguments(const std::string& results,
                                     const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all = {case_file_.string(), "--device", "cuda", "--output",
                                    output(results).string()};
    for (const char* setting :
         {"mesh.parameters.h=0.5", "order=2", "time.final=0.5", "output.fields={format: vtkhdf, every: 0.25}",
          "output.ledger={every: 0.05}", "output.checkpoint={every: 0.1, keep: 10}"})
      all.insert(all.end(), {"--set", setting});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::filesystem::path output(const std::string& results) const { return folder_.path() / results; }
  void run_alone(const std::string& results, const std::vector<std::string>& more = {}) const {
    const auto program = RankedRun::start(arguments(results, more), folder_.path() / "said");
    ASSERT_EQ(program->wait(), 0) << program->errors();
  }
  void run_ranked(int n, const std::string& results, const std::vector<std::string>& more = {}) const {
    RankedRun run(n, arguments(results, more), folder_.path());
    const std::vector<Ended> ended = run.wait();
    for (int rank = 0; rank < n; ++rank) {
      ASSERT_EQ(ended[rank].status, 0) << ended[rank].errors;
      EXPECT_TRUE(rank == 0 || ended[rank].errors.empty()) << ended[rank].errors;
    }
  }
  std::filesystem::path case_file_ = cavity;
  const TemporaryFolder folder_;
  const EmulatedGpus gpus_{DGSOLVE_EMULATED_BACKEND};
};

}  // namespace dgsolve::test
