/// The program in several processes that share a run.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "kernels/base/phase_clock.hpp"
#include "tests/support/programs/running_program.hpp"

namespace dgsolve::test {

struct Ended {
  int status;
  std::string errors;
};

/// The program's processes of one run.
class RankedRun {
 public:
  RankedRun(int n, const std::vector<std::string>& arguments, const std::filesystem::path& scratch) {
    for (int rank = 0; rank < n; ++rank) {
      std::vector<std::string> own = arguments;
      own.insert(own.end(), {"--ranks", std::to_string(n), "--rank", std::to_string(rank)});
      processes_.push_back(start(own, scratch / ("rank_" + std::to_string(rank))));
    }
  }
  RunningProgram& process(int rank) { return *processes_[rank]; }
  std::vector<Ended> wait() {
    std::vector<Ended> ended;
    for (const auto& process : processes_) {
      const int status = process->wait();
      ended.push_back({status, process->errors()});
    }
    return ended;
  }

  static std::unique_ptr<RunningProgram> start(const std::vector<std::string>& arguments,
                                               const std::filesystem::path& scratch) {
    std::filesystem::create_directories(scratch);
    return std::make_unique<RunningProgram>(arguments, scratch);
  }

 private:
  std::vector<std::unique_ptr<RunningProgram>> processes_;
};

/// Kills rank 1 of three, and expects the others to end and to say why.
inline void kill_one_of_three(RankedRun& run) {
  const Stopwatch watch;
  run.process(1).send(SIGKILL);
  const std::vector<Ended> ended = run.wait();
  EXPECT_LT(watch.seconds(), 30);
  EXPECT_EQ(ended[0].status, 1);
  EXPECT_NE(ended[0].errors.find("rank 1 has ended"), std::string::npos) << ended[0].errors;
  EXPECT_EQ(ended[1].status, -SIGKILL);
  EXPECT_EQ(ended[2].status, 1);
  EXPECT_EQ(ended[2].errors.find("rank 2: dgsolve: rank 0 has ended"), 0u) << ended[2].errors;
}

}  // namespace dgsolve::test
