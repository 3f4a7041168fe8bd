#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "kernels/expression/expression.hpp"

namespace dgsolve::test {
namespace {

using Box = std::array<std::array<double, 2>, 3>;
constexpr Box box{{{-1, 2}, {0.5, 1}, {0, 0}}};
constexpr double t = 0.7;

bool is_finite_at_samples(const Expression& f) {
  for (int i = 0; i <= 12; ++i)
    for (int j = 0; j <= 12; ++j)
      if (!std::isfinite(f(-1 + 0.25 * i, 0.5 + j / 24.0, 0, t))) return false;
  return true;
}

TEST(ExpressionBounds, show_that_formulas_of_cases_are_finite) {
  for (const std::string text :
       {"sin(pi*x)*cos(pi*y)*exp(-t^2)", "exp(-((x-0.5)^2 + y^2)/0.01)", "1/y", "x^4 - 3*x*y", "sqrt(y)",
        "log(y)", "y^0.3", "y^(-2)", "1/(1 + x^2)", "if(x < 0, y, 1/y)", "max(x, 0)*erf(x)", "atan2(y, x)",
        "besselj(1, x)", "asin(y/2)", "cosh(x) - sinh(x)", "abs(x) + sign(x)", "2"}) {
    const Expression f = Expression::parse(text);
    EXPECT_TRUE(f.is_bounded(box, t)) << text;
    EXPECT_TRUE(is_finite_at_samples(f)) << text;
  }
}

TEST(ExpressionBounds, show_nothing_where_a_value_is_or_may_be_infinite_or_nan) {
  for (const std::string text :
       {"1/x", "x^(-2)", "sqrt(x)", "log(x)", "x^0.5", "asin(x)", "tan(x)", "exp(1000*y)", "1/(x - x)",
        "1/(y - 0.75)", "if(x < 0, 0, sqrt(x))", "1/0", "exp(2000*t)"})
    EXPECT_FALSE(Expression::parse(text).is_bounded(box, t)) << text;
}

}  // namespace
}  // namespace dgsolve::test
