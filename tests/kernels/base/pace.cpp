/// Work that is done again and again goes at the pace of the faster way, on a host that is made up here.

#include "kernels/base/pace.hpp"

#include <gtest/gtest.h>
#include <omp.h>

namespace dgsolve::test {
namespace {

/// A host on which a lap of work takes so long.
struct Host {
  double alone, together;  ///< s a lap, with one thread and with all
  double waiting = 0;      ///< share of a thread's time
  double now = 0;

  Pace::Senses senses() {
    return {[this] { return now; }, [this] { return waiting; }};
  }
  /// Seconds that so many laps take, of four loops each.
  double work(Pace& pace, int laps) {
    const double start = now;
    for (int lap = 0; lap < laps; ++lap) {
      const Pace::Lap one(pace);
      for (int loop = 0; loop < 4; ++loop) now += (loop_threads(2) == 1 ? alone : together) / 4;
    }
    return now - start;
  }
};

/// One of 18 processes on two cores: alone it has a ninth of one, and each loop of two threads waits until
/// the other is on.
constexpr Host crowded{.alone = 2e-3, .together = 0.16, .waiting = 0.9};
constexpr Host quiet{.alone = 2e-4, .together = 1e-4};

class PaceOfWork : public testing::Test {
 protected:
  PaceOfWork() { omp_set_num_threads(2); }
  ~PaceOfWork() override {
    work_together();
    omp_set_num_threads(threads_);
  }
  const int threads_ = omp_get_max_threads();
};

TEST_F(PaceOfWork, is_that_of_one_thread_where_others_hold_the_cores) {
  Host host = crowded;
  work_alone();  // as set-up finds it
  Pace pace(host.senses());
  for (const int laps : {50, 500, 2000, 10000}) EXPECT_LT(host.work(pace, laps), 1.1 * laps * host.alone);
}

TEST_F(PaceOfWork, is_that_of_all_threads_where_the_cores_are_free) {
  for (const int n : {2, 16, 64})
    for (const int laps : {100, 1000, 10000, 100000}) {
      omp_set_num_threads(n);
      Host host{.alone = n * 1e-4, .together = 1e-4};
      Pace pace(host.senses());
      EXPECT_LT(host.work(pace, laps), 1.01 * laps * host.together) << laps << ", " << n << " threads";
    }
}

TEST_F(PaceOfWork, does_not_change_where_something_stops_a_thread_once) {
  Host host = quiet;
  Pace pace(host.senses());
  host.work(pace, 10000);
  for (int stops = 0; stops < 10; ++stops) {
    host.work(pace, 10000);
    host.together = 0.05;
    host.work(pace, 1);
    host.together = quiet.together;
    EXPECT_LT(host.work(pace, 1000), 1.02 * 1000 * host.together);
  }
}

TEST_F(PaceOfWork, falls_to_that_of_one_thread_when_others_come) {
  Host host = quiet;
  Pace pace(host.senses());
  host.work(pace, 10000);
  host.alone = crowded.alone, host.together = crowded.together, host.waiting = crowded.waiting;
  EXPECT_LT(host.work(pace, 2000), 1.2 * 2000 * host.alone);
  EXPECT_TRUE(works_alone());
}

TEST_F(PaceOfWork, rises_again_when_they_go) {
  Host host = crowded;
  work_alone();
  Pace pace(host.senses());
  host.work(pace, 5000);
  host.alone = quiet.alone, host.together = quiet.together, host.waiting = 0;
  host.work(pace, 2000);
  EXPECT_FALSE(works_alone());
  EXPECT_LT(host.work(pace, 20000), 1.01 * 20000 * host.together);
}

TEST_F(PaceOfWork, rises_soon_after_one_other_has_gone) {
  Host host{.alone = 2e-4, .together = 4e-4};
  Pace pace(host.senses());
  host.work(pace, 50000);
  EXPECT_TRUE(works_alone());
  host.together = quiet.together;
  host.work(pace, 10000);
  EXPECT_FALSE(works_alone());
}

TEST_F(PaceOfWork, is_that_of_one_thread_where_laps_are_small) {
  Host host{.alone = 5e-6, .together = 2e-5};
  Pace pace(host.senses());
  host.work(pace, 10000);
  EXPECT_LT(host.work(pace, 100000), 1.02 * 100000 * host.alone);
}

TEST_F(PaceOfWork, is_that_of_all_threads_where_they_are_faster_though_they_wait) {
  Host host{.alone = 0.1, .together = 0.004, .waiting = 0.5};
  work_alone();
  Pace pace(host.senses());
  host.work(pace, 100);
  EXPECT_FALSE(works_alone());
  EXPECT_LT(host.work(pace, 10000), 1.01 * 10000 * host.together);
}

TEST_F(PaceOfWork, sets_the_threads_of_all_loops) {
  omp_set_num_threads(3);
  work_alone();
  EXPECT_EQ(omp_get_max_threads(), 1);
  EXPECT_EQ(loop_threads(5), 1);
  EXPECT_EQ(most_loop_threads(), 3);
  work_alone();
  work_together();
  EXPECT_EQ(omp_get_max_threads(), 3);
  EXPECT_EQ(loop_threads(5), 5);
}

}  // namespace
}  // namespace dgsolve::test
