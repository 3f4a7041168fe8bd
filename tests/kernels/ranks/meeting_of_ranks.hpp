/// Processes of a run that find each other; here they are threads.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "kernels/ranks/ranks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

inline constexpr double soon = 3;  ///< s, below what a stranger may take for a hello

template <class Condition>
bool comes_true(Condition condition) {
  for (const Stopwatch watch; watch.seconds() < soon;) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

class MeetingOfRanks : public testing::Test {
 protected:
  std::unique_ptr<Ranks> come(OwnRank place, const std::string& identity = "a case",
                              RankLimits limits = {.arrival_seconds = 20}) const {
    return std::make_unique<Ranks>(
        folder_.path(), place, identity, [](const std::string&) {}, [](const std::string&) {}, limits);
  }
  std::future<std::unique_ptr<Ranks>> coming(OwnRank place,
                                             RankLimits limits = {.arrival_seconds = 20}) const {
    return std::async(std::launch::async, [=, this] { return come(place, "a case", limits); });
  }
  /// All of n, which come at the same time.
  std::vector<std::unique_ptr<Ranks>> meet(int n) const {
    std::vector<std::future<std::unique_ptr<Ranks>>> on_their_way;
    for (int rank = 0; rank < n; ++rank) on_their_way.push_back(coming({rank, n}));
    std::vector<std::unique_ptr<Ranks>> all;
    for (auto& one : on_their_way) all.push_back(one.get());
    return all;
  }
  std::filesystem::path file() const { return meeting_file(folder_.path()); }
  /// Waits until the file is there.
  MeetingAddress place() const {
    while (true) {
      if (const auto found = read_address(file())) return *found;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  const TemporaryFolder folder_;
};

inline void expect_said(const std::string& error, const std::string& part) {
  EXPECT_NE(error.find(part), std::string::npos) << error;
}

}  // namespace dgsolve::test
