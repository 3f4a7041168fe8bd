/// Loops over cells, and arrays that all threads make.

#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <numeric>
#include <random>

#include "kernels/base/core_share.hpp"
#include "kernels/base/parallel_arrays.hpp"

namespace dgsolve::test {
namespace {

constexpr int sizes[] = {0, 1, 2, 15, 16, 17, 1000, 70'000};

TEST(Loops, visit_every_index_once_for_any_number_of_threads) {
  for (const int n : sizes)
    for (const int threads : {1, 2, 3, 7, 16}) {
      std::vector<std::atomic<int>> visits(n);
      for_each_cell(
          n, [&](int i) { ++visits[i]; }, threads);
      for (const auto& of_index : visits) ASSERT_EQ(of_index, 1) << n << " on " << threads;
    }
}

TEST(Loops, leave_no_index_to_a_thread_that_does_not_come) {
  LoopShares shares(1000, 4);
  std::vector<int> visits(1000);
  for (CellRange some = shares.take(2); some.size() > 0; some = shares.take(2))
    for (int i = some.first; i < some.last; ++i) ++visits[i];
  EXPECT_EQ(visits, std::vector<int>(1000, 1));
}

TEST(Loops, begin_with_the_thread_s_own_share) {
  LoopShares shares(1000, 4);
  for (const int thread : {0, 1, 2, 3}) EXPECT_EQ(shares.take(thread).first, 250 * thread);
}

TEST(Loops, throw_what_the_lowest_index_threw) {
  const auto fail = [](int i) {
    if (i % 300 == 299) throw i;
  };
  for (const int threads : {1, 2, 5}) try {
      for_each_cell(1000, fail, threads);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const int lowest) {
      EXPECT_EQ(lowest, 299);
    }
}

TEST(Loops, have_a_share_of_the_cores_while_other_processes_work_on_them_too) {
  const int before = omp_get_max_threads();
  set_processes_on_cores(2);
  EXPECT_EQ(core_share(), std::max(1, omp_get_num_procs() / 2));
  {
    const CoresShared all_work;
    EXPECT_EQ(omp_get_max_threads(), std::min(before, core_share()));
  }
  EXPECT_EQ(omp_get_max_threads(), before);
  set_processes_on_cores(1);
}

TEST(ParallelArrays, are_what_one_thread_makes) {
  std::mt19937 random;
  for (const int n : {1, 2, 16'384, 65'536, 65'537, 400'000}) {
    std::vector<int> counts(n);
    for (int& count : counts) count = static_cast<int>(random() % 5);
    UnsetVector<int> sums = copied(std::span<const int>(counts));
    EXPECT_TRUE(std::ranges::equal(sums, counts));
    add_up(std::span(sums));
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    EXPECT_TRUE(std::ranges::equal(sums, counts)) << n;
    EXPECT_EQ(std::ranges::count(zeros<int>(n), 0), n);
  }
}

}  // namespace
}  // namespace dgsolve::test
