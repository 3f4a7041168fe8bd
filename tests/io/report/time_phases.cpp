#include "io/report/results/time_phases.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace dgsolve::test {
namespace {

void pass_time() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

TEST(PhaseClock, phases_add_up_to_the_time_until_the_last_mark) {
  const Stopwatch around;
  PhaseClock clock;
  double marked = 0, of_steps = 0;
  for (const std::string phase : {"steps", "output", "steps"}) {
    pass_time();
    const double seconds = clock.mark(phase);
    marked += seconds;
    if (phase == "steps") of_steps += seconds;
  }
  const double last = clock.seconds();
  ASSERT_EQ(clock.phases().size(), 2u);
  EXPECT_DOUBLE_EQ(clock.phases()[0].seconds, of_steps);
  EXPECT_DOUBLE_EQ(total_of(clock.phases()), marked);
  EXPECT_LE(total_of(clock.phases()), last);
  EXPECT_LE(last, around.seconds());
}

TEST(PhaseClock, shares_that_another_clock_knows_leave_the_rest_to_the_phase) {
  PhaseClock clock;
  pass_time();
  const double seconds = clock.mark("set-up", {{"tables", 1e-3}, {"upload", 5e-4}});
  ASSERT_EQ(clock.phases().size(), 3u);
  EXPECT_DOUBLE_EQ(total_of(clock.phases()), seconds);
  EXPECT_DOUBLE_EQ(clock.phases()[0].seconds, seconds - 1.5e-3);
}

TEST(PhaseClock, work_that_throws_has_its_phase_too) {
  PhaseClock clock;
  EXPECT_EQ(clock.time("one", [] { return 1; }), 1);
  EXPECT_THROW(clock.time("two", []() -> int { throw std::runtime_error("no"); }), std::runtime_error);
  ASSERT_EQ(clock.phases().size(), 2u);
  EXPECT_EQ(clock.phases()[1].name, "two");
}

TEST(TimePhases, are_told_longest_first_and_small_ones_together) {
  const std::vector<TimePhase> phases = {{"case", 0.01}, {"meshing", 4}, {"steps", 6}, {"report", 0.02}};
  EXPECT_EQ(phases_text(phases), "10.0 s: steps 6.0 s, meshing 4.0 s, the rest 30 ms");
  const std::string html = phases_html(phases);
  EXPECT_LT(html.find("meshing"), html.find("steps")) << "in the order in which they came";
  EXPECT_EQ(html.find("report"), std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
