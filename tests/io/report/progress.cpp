#include "io/report/results/progress.hpp"

#include <gtest/gtest.h>

#include "tests/support/programs/text_files.hpp"

namespace dgsolve {
namespace {

using test::contains;

TEST(Progress, the_time_left_is_what_the_part_done_took_scaled_to_the_rest) {
  const Progress progress(2.0, 1000);
  const std::string line = progress.line({0.5, 10, 30, {}});
  EXPECT_TRUE(contains(line, "25.0 %")) << line;
  EXPECT_TRUE(contains(line, "ETA 1 min 30 s")) << line;
}

TEST(Progress, throughput_counts_every_field_value_of_every_stage) {
  const Progress progress(1.0, 5'000'000);
  EXPECT_TRUE(contains(progress.line({0.5, 100, 2, {}}), format_throughput(250e6)));
}

TEST(Progress, throughput_is_a_share_of_the_bound_where_that_is_known) {
  const ProgressState state{0.5, 100, 2, {}};
  EXPECT_FALSE(contains(Progress(1.0, 5'000'000).line(state), "bound"));
  EXPECT_TRUE(contains(Progress(1.0, 5'000'000, 1e9).line(state), "250 M fDOF/s, 25 % of the bound"));
}

TEST(Progress, nothing_is_foretold_before_the_first_step) {
  const std::string line = Progress(1.0, 1000).line({0, 0, 0, 0.25});
  EXPECT_FALSE(contains(line, "ETA")) << line;
  EXPECT_FALSE(contains(line, "DOF/s")) << line;
  EXPECT_TRUE(contains(line, "energy 0.25")) << line;
}

TEST(Progress, nothing_is_left_at_the_end) {
  const std::string line = Progress(1.0, 1000).line({1.0, 10, 2, {}});
  EXPECT_TRUE(contains(line, "100.0 %")) << line;
  EXPECT_FALSE(contains(line, "ETA")) << line;
  EXPECT_FALSE(contains(line, "energy")) << line;
}

TEST(Progress, durations_and_rates_carry_over_into_the_next_unit) {
  EXPECT_EQ(format_duration(0.0421), "42.1 ms");
  EXPECT_EQ(format_duration(0.9996), "1.0 s");
  EXPECT_EQ(format_duration(9.44), "9.4 s");
  EXPECT_EQ(format_duration(59.96), "1 min 00 s");
  EXPECT_EQ(format_duration(185), "3 min 05 s");
  EXPECT_EQ(format_duration(3599.7), "1 h 00 min");
  EXPECT_EQ(format_duration(7620), "2 h 07 min");
  EXPECT_EQ(format_throughput(2.5e8), "250 M fDOF/s");
  EXPECT_EQ(format_throughput(9.999e8), "1 G fDOF/s");
  EXPECT_EQ(format_throughput(1.234e9), "1.23 G fDOF/s");
}

}  // namespace
}  // namespace dgsolve
