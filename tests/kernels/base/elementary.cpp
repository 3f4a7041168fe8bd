/// Elementary functions without branches, against the C library's.

#include "kernels/base/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dgsolve {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

TEST(Elementary, logarithms_are_within_two_units_in_the_last_place) {
  for (double x = 1e-300; x < 1e300; x *= 1.37) {
    EXPECT_NEAR(elementary::logarithm(x), std::log(x), unit * std::abs(std::log(x))) << x;
    const double near_one = 1 + 1 / (x + 3);
    EXPECT_NEAR(elementary::logarithm(near_one), std::log(near_one), unit * std::log(near_one)) << near_one;
  }
  EXPECT_EQ(elementary::logarithm(1), 0);
}

TEST(Elementary, powers_of_ratios_are_within_some_units_in_the_last_place) {
  for (double ratio = 0.05; ratio < 20; ratio *= 1.013)
    for (const double exponent : {-1.0, 0.5, 0.76, 1.0, 2.5}) {
      const double exact = std::pow(ratio, exponent);
      EXPECT_NEAR(elementary::exponential(exponent * elementary::logarithm(ratio)), exact, 8 * unit * exact);
    }
}

}  // namespace
}  // namespace dgsolve
