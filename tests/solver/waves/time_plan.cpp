/// Intervals between output times, and how a run goes on in them.

#include "solver/waves/time/time_plan.hpp"

#include <gtest/gtest.h>

namespace dgsolve::test {
namespace {

/// The position after `steps` steps of a plan.
TimePosition after(const TimePlan& plan, long steps) {
  TimePosition position;
  while (position.steps < steps) {
    if (position.at_target()) position = {*plan.next(position.time()), 0, position.steps};
    ++position.done;
    ++position.steps;
  }
  return position;
}

TEST(TimePlan, meets_every_output_time_exactly_in_the_steps_announced) {
  const TimePlan plan(1, 0.3, 0.07);
  std::vector<double> met;
  for (long step = 1; step <= plan.n_steps(); ++step)
    if (const TimePosition position = after(plan, step); position.at_target()) met.push_back(position.time());
  EXPECT_EQ(met, (std::vector<double>{0.3, 2 * 0.3, 3 * 0.3, 1}));
  EXPECT_FALSE(plan.next(1));
}

TEST(TimePlan, resumes_in_the_same_steps) {
  const TimePlan plan(1, 0.3, 0.07);
  for (long step = 1; step < plan.n_steps(); ++step) {
    TimePosition position = plan.resume(after(plan, step));
    EXPECT_EQ(position.time(), after(plan, step).time());
    EXPECT_FALSE(position.at_target());
    ++position.done;
    ++position.steps;
    EXPECT_EQ(position.time(), after(plan, step + 1).time());
  }
  EXPECT_TRUE(plan.resume(after(plan, plan.n_steps())).at_target());
}

TEST(TimePlan, goes_on_from_where_another_plan_stood) {
  const TimePlan before(1, 0.3, 0.07);
  const TimePosition stood = after(before, 6);
  for (const TimePlan& plan : {TimePlan(2, 0.5, 0.07), TimePlan(1, 0.3, 0.02)}) {
    const TimePosition position = plan.resume(stood);
    EXPECT_EQ(position.time(), stood.time());
    EXPECT_EQ(position.steps, stood.steps);
    EXPECT_EQ(position.done, 0);
    EXPECT_EQ(position.interval.target, plan.next(stood.time())->target);
  }
  const TimePosition over = TimePlan(0.2, 0.1, 0.07).resume(stood);
  EXPECT_TRUE(over.at_target());
  EXPECT_EQ(over.time(), stood.time());
}

}  // namespace
}  // namespace dgsolve::test
