/// f = Σ space·time: which formulas have such a form, and that it is the same function.
#include <gtest/gtest.h>

#include "kernels/expression/expression.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using Pairs = std::vector<std::pair<Expression, Expression>>;

void expect_equal(const Expression& f, const Pairs& pairs, testing::FormulaGenerator& random) {
  for (const auto& [space, time] : pairs) {
    EXPECT_FALSE(space.depends_on(Variable::t)) << space.text();
    for (const Variable v : {Variable::x, Variable::y, Variable::z})
      EXPECT_FALSE(time.depends_on(v)) << time.text();
  }
  for (int k = 0; k < 20; ++k) {
    const double x = random.uniform(-2, 2), y = random.uniform(-2, 2), z = random.uniform(-2, 2);
    const double t = random.uniform(-2, 2);
    double sum = 0, largest = 1;
    for (const auto& [space, time] : pairs) {
      sum += space(x, y, z, 0) * time(0, 0, 0, t);
      largest = std::max(largest, std::abs(space(x, y, z, 0) * time(0, 0, 0, t)));
    }
    const double expected = f(x, y, z, t);
    if (std::isfinite(expected) && std::isfinite(sum)) {
      EXPECT_NEAR(sum, expected, 1e-10 * largest) << f.text();
    }
  }
}

TEST(ExpressionSeparate, finds_the_fewest_products_of_space_and_time) {
  const std::pair<std::string, std::size_t> table[] = {
      {"0", 1},
      {"sin(x)*y", 1},
      {"exp(-t)", 1},
      {"sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t)", 1},
      {"cos(2*x + 3*y - 5*t)", 2},
      {"sin(2*(x - t) + 1)", 2},
      {"exp(x - 2*t)", 1},
      {"x*t + y*t + z*t", 1},
      {"x + y*t + x*t", 2},
      {"(x + y)*(t - 1)/(x^2 + 1)", 1},
      {"x*sin(t)/(2 + cos(t))", 1},
      {"-(x*t)^3", 1},
      {"(x - t)^3", 4},
      {"if(x < 0, sin(t), t)*y", 2},
      {"if(t < 1, sin(x), y*t)", 2},
      {"if(t < 1, t, 0)*sin(x)", 1},
      {"1/(x*t)", 1},
      {"(x*t)^-2", 1},
  };
  testing::FormulaGenerator random(10);
  for (const auto& [text, n_pairs] : table) {
    const Expression f = Expression::parse(text);
    const Pairs pairs = f.separate();
    EXPECT_EQ(pairs.size(), n_pairs) << text;
    expect_equal(f, pairs, random);
  }
}

TEST(ExpressionSeparate, gives_nothing_where_the_formula_shows_no_such_form) {
  for (const char* text : {"sin(x*t)", "sqrt(x*t)", "1/(x + t)", "(x + t)^-1", "x^t", "exp(-(x - t)^2)",
                           "if(x < t, 1, 0)", "max(x, t)", "(x + t)^9", "sin(x*t + y)"})
    EXPECT_TRUE(Expression::parse(text).separate().empty()) << text;
}

TEST(ExpressionSeparate, of_random_formulas_is_the_same_function) {
  testing::FormulaGenerator random(11);
  int n_separated = 0;
  for (int k = 0; k < 3000; ++k) {
    const Expression f = Expression::parse(random.formula(4).text);
    const Pairs pairs = f.separate();
    EXPECT_LE(pairs.size(), 8u);
    if (pairs.empty()) continue;
    expect_equal(f, pairs, random);
    n_separated += f.depends_on(Variable::t) && f.depends_on(Variable::x);
  }
  EXPECT_GT(n_separated, 30);
}

}  // namespace
}  // namespace dgsolve
