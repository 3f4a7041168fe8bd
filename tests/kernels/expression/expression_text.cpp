/// Formulas as text for people and for compilers.
#include <gtest/gtest.h>

#include <locale>

#include "kernels/expression/expression.hpp"
#include "tests/support/kernels/c_text.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using testing::c_text;

TEST(ExpressionText, reads_back_as_the_same_formula) {
  testing::FormulaGenerator random(12);
  for (int k = 0; k < 2000; ++k) {
    const Expression f = Expression::parse(random.formula(5).text);
    EXPECT_EQ(c_text(Expression::parse(f.text())), c_text(f)) << f.text();
    const Expression derivative = f.derivative(Variable::x);
    if (derivative.text().size() < 10000) {
      EXPECT_EQ(c_text(Expression::parse(derivative.text())), c_text(derivative)) << derivative.text();
    }
  }
}

TEST(ExpressionText, has_parentheses_only_where_they_are_needed) {
  for (const char* text :
       {"x + y - z", "x - (y - z)", "x * y / z", "x / (y * z)", "-x^2", "(-x)^2", "x^y^z", "(x^y)^z",
        "-(x + y)", "x^-y", "2 * (x < y)", "if(x < y, x, y)", "(x + y)^2", "(-2)^x", "x - -2"})
    EXPECT_EQ(Expression::parse(text).text(), text);
}

TEST(ExpressionText, keeps_every_bit_of_a_number) {
  testing::FormulaGenerator random(13);
  for (int k = 0; k < 1000; ++k) {
    const double value = random.uniform(-1, 1) * std::pow(10.0, random.below(600) - 300);
    EXPECT_EQ(Expression::parse(Expression(value).text())(0, 0, 0, 0), value);
    EXPECT_EQ(std::stod(c_text(Expression(value))), value);
  }
}

TEST(ExpressionText, numbers_in_C_are_never_integers) {
  EXPECT_EQ(c_text(Expression::parse("1/(2*x)")), "1.0 / (2.0 * x)");
  EXPECT_EQ(c_text(Expression(1e22)).find_first_not_of("0123456789.e+"), std::string::npos);
  EXPECT_NE(c_text(Expression(1e22)).find_first_of(".e"), std::string::npos);
}

TEST(ExpressionText, does_not_depend_on_how_the_formula_was_written) {
  EXPECT_EQ(c_text(Expression::parse("sin( (x) )*2+1")), c_text(Expression::parse("sin(x) * 2.0 + 1e0")));
  EXPECT_EQ(c_text(Expression::parse("x > y")), c_text(Expression::parse("y < x")));
  EXPECT_NE(c_text(Expression::parse("x + y")), c_text(Expression::parse("y + x")));
}

TEST(ExpressionText, does_not_depend_on_the_locale) {
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Commas));
  const std::string text = Expression::parse("0.5*x").text();
  std::locale::global(before);
  EXPECT_EQ(text, "0.5 * x");
}

}  // namespace
}  // namespace dgsolve
