/// The program in several processes that share a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

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

}  // namespace dgsolve::test
