/// How GPUs share results and memory.
#include <gtest/gtest.h>

#include "kernels/cuda/gpu/shares.hpp"
#include "tests/simt/rank_processes.hpp"

namespace dgsolve::test {
namespace {

/// Emulated GPUs of these speeds.
struct ShownTeam {
  explicit ShownTeam(const std::vector<double>& speeds, std::size_t least = 1) {
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      gpus.push_back(simt::make_gpu());
      owned.push_back(gpus.back()->make_launcher());
      launchers.push_back(owned.back().get());
    }
    team = std::make_unique<cuda::Team>(launchers, speeds, least);
  }
  std::vector<std::unique_ptr<cuda::Gpu>> gpus;
  std::vector<std::unique_ptr<cuda::Launcher>> owned;
  std::vector<cuda::Launcher*> launchers;
  std::unique_ptr<cuda::Team> team;
};

TEST(Team, shares_all_results_in_whole_groups_by_speed) {
  const ShownTeam shown({1, 3, 4});
  for (const std::size_t units : {0u, 1u, 2u, 7u, 64u, 1001u})
    for (const std::size_t together : {1u, 5u, 32u}) {
      const auto ranges = shown.team->ranges({units, units, together});
      ASSERT_EQ(ranges.size(), units == 0 ? 1u : 3u);
      std::size_t next = 0;
      for (const cuda::Team::Range& range : ranges) {
        EXPECT_EQ(range.first, next);
        EXPECT_TRUE(range.last % together == 0 || range.last == units);
        next = range.last;
      }
      EXPECT_EQ(next, units);
      if (units == 0) continue;
      EXPECT_NEAR(ranges[0].size(), units / 8.0, together);
      EXPECT_NEAR(ranges[1].size(), units * 3 / 8.0, together);
    }
}

TEST(Team, leaves_what_belongs_to_short_vectors_to_the_first_gpu) {
  ShownTeam shown({1, 1}, 100);
  EXPECT_EQ(shown.team->ranges({33, 99}).size(), 1u);
  EXPECT_EQ(shown.team->ranges({33, 100}).size(), 2u);
  const auto array = cuda::shared_array<double>(*shown.team, 5000, 99, "a test");
  EXPECT_EQ(shown.gpus[1]->memory(), 0u);
}

TEST(Team, has_arrays_in_the_memory_of_all) {
  ShownTeam shown({1, 3});
  const std::size_t page = shown.gpus[0]->page_bytes();
  {
    const auto array = cuda::shared_array<char>(*shown.team, 160 * page, 160 * page, "a test");
    EXPECT_EQ(shown.gpus[0]->memory(), 40 * page);
    EXPECT_EQ(shown.gpus[1]->memory(), 120 * page);
    const auto less_than_a_page = cuda::shared_array<char>(*shown.team, page - 1, page - 1, "a test");
    EXPECT_EQ(shown.gpus[0]->memory(), 41 * page - 1);
    EXPECT_EQ(shown.team->memory(), 161 * page - 1);
  }
  EXPECT_EQ(shown.team->memory(), 0u);
}

/// The second GPU's piece begins where its range does; further ones at the nearest page.
TEST(Team, has_pieces_of_arrays_by_speed_to_a_line_and_then_to_a_page) {
  ShownTeam shown({1, 3, 4});
  const std::size_t page = shown.gpus[0]->page_bytes(), line = 256, bytes = 100'001;
  const auto array = cuda::shared_array<char>(*shown.team, bytes, bytes, "a test");
  const std::size_t first = shown.gpus[0]->memory(), second = shown.gpus[1]->memory();
  EXPECT_EQ(first % line, 0u);
  EXPECT_NEAR(first, bytes / 8.0, line);
  EXPECT_EQ(second % page, 0u);
  EXPECT_NEAR(first + second, bytes / 2.0, 0.5 * page + 1);
  EXPECT_EQ(shown.team->memory(), bytes);
}

/// Whoever asks for a process's range finds all that it computed of a vector in it, whatever the units.
TEST(TeamOfRanks, cuts_all_results_of_a_vector_at_the_same_numbers_and_long_ones_between_cells) {
  const auto gpu = simt::make_gpu();
  const auto launcher = gpu->make_launcher();
  constexpr std::size_t Np = 20;
  const auto check = [&](Ranks& ranks) {
    const auto communicator = launcher->communicator(ranks).get();
    const cuda::Team team(*launcher, {1, 3, 2}, 1, Np, ranks, *communicator);
    for (const std::size_t K : {3u, 500u, 12'345u, 1'234'567u}) {
      const std::size_t n = K * Np;
      const cuda::Shares shares(static_cast<long long>(n));
      const auto numbers = team.ranges({n, n}),
                 of_sums = team.ranges({static_cast<std::size_t>(shares.n_blocks), n, 1,
                                        static_cast<std::size_t>(shares.size())}),
                 cells = team.ranges({K, n, 1, Np}), groups = team.ranges({K, n, 32, Np});
      std::size_t next = 0;
      for (int rank = 0; rank < 3; ++rank) {
        EXPECT_EQ(numbers[rank].first, next);
        next = numbers[rank].last;
        EXPECT_EQ(shares.begin(of_sums[rank].first), numbers[rank].first);
        EXPECT_EQ(shares.begin(of_sums[rank].last), numbers[rank].last);
        EXPECT_LE(cells[rank].first * Np, numbers[rank].first);
        EXPECT_GE(cells[rank].last * Np, numbers[rank].last);
        if (numbers[rank].size() == 0) continue;
        EXPECT_LE(groups[rank].first, cells[rank].first);
        EXPECT_GE(groups[rank].last, cells[rank].last);
        EXPECT_EQ(groups[rank].first % 32, 0u);
        if (K < 1'000'000) continue;
        EXPECT_EQ(cells[rank].size() * Np, numbers[rank].size());
        EXPECT_NEAR(numbers[rank].size(), n * (rank == 0 ? 1.0 : rank == 1 ? 3.0 : 2.0) / 6, 0.005 * n);
      }
      EXPECT_EQ(next, n);
    }
  };
  simt::RankProcesses processes(3, [&](Ranks& ranks) { check(ranks); });
  check(processes.ranks());
}

/// Each process gets what it wants, of the first that has it.
TEST(TeamOfRanks, hands_over_what_others_want) {
  const auto gpu = simt::make_gpu();
  const auto launcher = gpu->make_launcher();
  const auto found_by = [&](Ranks& ranks, const std::vector<cuda::Team::Range>& wanted) {
    const auto communicator = launcher->communicator(ranks).get();
    const cuda::Team team(*launcher, {1, 1, 1}, 1, 1, ranks, *communicator);
    const std::vector<cuda::Team::Range> had = {{0, 4}, {3, 3}, {3, 9}};
    std::vector<int> values(9, -1);
    for (std::size_t i = had[ranks.rank()].first; i < had[ranks.rank()].last; ++i)
      values[i] = static_cast<int>(i);
    team.hand_over(values.data(), sizeof(int), had, wanted);
    launcher->synchronise();
    return values;
  };
  simt::RankProcesses processes(3, [&](Ranks& ranks) {
    const std::vector<int> expected = ranks.rank() == 1 ? std::vector{-1, -1, 2, 3, 4, -1, -1, -1, -1}
                                                        : std::vector{-1, -1, -1, 3, 4, 5, 6, 7, 8};
    if (found_by(ranks, {{0, 6}, {2, 5}, {5, 9}}) != expected) throw std::runtime_error("other values");
    if (found_by(ranks, {{0, 9}}) != std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8})
      throw std::runtime_error("not all values");
  });
  EXPECT_EQ(found_by(processes.ranks(), {{0, 6}, {2, 5}, {5, 9}}),
            std::vector({0, 1, 2, 3, 4, 5, -1, -1, -1}));
  EXPECT_EQ(found_by(processes.ranks(), {{0, 9}}), std::vector({0, 1, 2, 3, 4, 5, 6, 7, 8}));
  for (const int rank : {1, 2}) EXPECT_EQ(processes.status_of(rank), 0);
}

/// What each is asked for reads what the other was asked for before.
TEST(Team, begins_behind_what_was_asked_for_before_also_in_a_recording) {
  ShownTeam shown({1, 1});
  cuda::Team& team = *shown.team;
  double a = 1, b = 0, c = 0, d = 0;
  const auto copy = [&](std::size_t gpu, double& to, const double& from) {
    team.launcher(gpu).start_copy(&to, &from, sizeof to, "a test");
  };
  const auto around = [&] {
    team.begin(true);
    copy(1, b, a);
    team.begin(true);
    copy(0, c, b);
    team.begin(true);
    copy(1, d, c);
    team.begin(false);
    copy(0, a, d);
  };
  around();
  team.first().synchronise();
  EXPECT_EQ(a, 1);
  EXPECT_EQ(d, 1);
  const double three = 3;
  copy(0, a, three);
  team.begin(true);
  copy(1, b, a);
  team.launcher(1).synchronise();
  EXPECT_EQ(b, 3);
  const auto recording = team.record([&] {
    around();
    team.begin(true);
    copy(1, b, a);
  });
  a = 2;
  recording->replay();
  team.begin(true);
  copy(0, c, b);
  team.first().synchronise();
  EXPECT_EQ(c, 2);
}

}  // namespace
}  // namespace dgsolve::test
