/// Symbolic derivatives against central differences.
#include <gtest/gtest.h>

#include "kernels/expression/expression.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using testing::FormulaGenerator;

constexpr Variable variables[] = {Variable::x, Variable::y, Variable::z, Variable::t};

/// f where v is moved by `shift` from the point p.
double beside(const Expression& f, Variable v, std::array<double, 4> p, double shift) {
  p[static_cast<int>(v)] += shift;
  return f(p[0], p[1], p[2], p[3]);
}

double central_difference(const Expression& f, Variable v, const std::array<double, 4>& p, double h) {
  return (beside(f, v, p, h) - beside(f, v, p, -h)) / (2 * h);
}

/// Compares where differences can tell: two steps give the same one, so no kink is near and rounding does not
/// matter, and the derivative hardly changes over the step.
struct Comparison {
  int n_compared = 0;
  int n_not_finite = 0;  ///< a derivative may pass through infinity where its formula does not

  void at(const Expression& f, const Expression& derivative, Variable v, const std::array<double, 4>& p) {
    constexpr double h = 1e-5;
    const double coarse = central_difference(f, v, p, 2 * h), fine = central_difference(f, v, p, h);
    const double tolerance = 1e-6 * (1 + std::abs(fine));
    if (!(std::abs(coarse - fine) < tolerance)) return;
    const double found = beside(derivative, v, p, 0);
    const double change = beside(derivative, v, p, h) - beside(derivative, v, p, -h);
    if (!std::isfinite(found)) {
      ++n_not_finite;
    } else if (!(std::abs(change) > 0.01 * (1 + std::abs(found)))) {
      ++n_compared;
      EXPECT_NEAR(found, fine, 10 * tolerance) << "derivative of " << f.text();
    }
  }
};

TEST(ExpressionDerivative, of_every_function_is_the_limit_of_differences) {
  FormulaGenerator random(7);
  for (const std::string text : {"abs(u)",
                                 "sign(u)",
                                 "sqrt(u + 2)",
                                 "exp(u)",
                                 "log(u + 2)",
                                 "sin(u)",
                                 "cos(u)",
                                 "tan(u)",
                                 "asin(u)",
                                 "acos(u)",
                                 "atan(u)",
                                 "atan2(u, y)",
                                 "atan2(y, u)",
                                 "sinh(u)",
                                 "cosh(u)",
                                 "tanh(u)",
                                 "erf(u)",
                                 "besselj(0, 4*u)",
                                 "besselj(1, 4*u)",
                                 "besselj(5, 9*u)",
                                 "min(u, y)",
                                 "max(u, y)",
                                 "min(y, u)",
                                 "max(y, u)",
                                 "if(u < y, u^2, sin(u))",
                                 "u^2",
                                 "u^-3",
                                 "u^40",
                                 "(u + 2)^2.5",
                                 "2.5^u",
                                 "(u + 2)^(u*y)",
                                 "u*y*u",
                                 "y/u",
                                 "u/y",
                                 "-u",
                                 "u < y",
                                 "u - y",
                                 "y - u"}) {
    std::string with_x = text;  // u = x t, so that the chain rule has its part
    for (std::size_t place = with_x.find('u'); place != std::string::npos; place = with_x.find('u'))
      with_x.replace(place, 1, "(x*t)");
    const Expression f = Expression::parse(with_x);
    Comparison comparison;
    for (const Variable v : variables) {
      const Expression derivative = f.derivative(v);
      for (int k = 0; k < 20; ++k)
        comparison.at(
            f, derivative, v,
            {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    }
    EXPECT_GT(comparison.n_compared, 40) << text;
    EXPECT_EQ(comparison.n_not_finite, 0) << text;
  }
}

TEST(ExpressionDerivative, of_random_formulas_is_the_limit_of_differences) {
  FormulaGenerator random(8);
  Comparison comparison;
  for (int k = 0; k < 1000; ++k) {
    const Expression f = Expression::parse(random.formula(4).text);
    for (const Variable v : variables) {
      if (!f.depends_on(v)) continue;
      const Expression derivative = f.derivative(v);
      for (int n = 0; n < 3; ++n)
        comparison.at(
            f, derivative, v,
            {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    }
  }
  EXPECT_GT(comparison.n_compared, 2000);
  EXPECT_LT(comparison.n_not_finite, comparison.n_compared / 50);
}

TEST(ExpressionDerivative, by_a_variable_that_does_not_occur_is_zero) {
  FormulaGenerator random(9);
  for (int k = 0; k < 200; ++k) {
    const Expression f = Expression::parse(random.formula(4).text);
    for (const Variable v : variables)
      if (!f.depends_on(v)) {
        EXPECT_TRUE(f.derivative(v).is_zero()) << f.text();
      }
  }
}

TEST(ExpressionDerivative, of_polynomials_reads_as_by_hand) {
  const auto derivative = [](const char* text) {
    return Expression::parse(text).derivative(Variable::x).text();
  };
  EXPECT_EQ(derivative("x"), "1");
  EXPECT_EQ(derivative("3*x + 2*y + 7"), "3");
  EXPECT_EQ(derivative("x^2"), "2 * x");
  EXPECT_EQ(derivative("y - x^3"), "-(3 * x^2)");
  EXPECT_EQ(derivative("if(x < 0, 1, 2)"), "0");
}

TEST(ExpressionDerivative, of_a_nested_formula_does_not_swell) {
  std::string text = "x";
  for (int k = 0; k < 60; ++k) text.insert(0, "sin(").append(")*cos(x)");
  const Expression f = Expression::parse(text);
  EXPECT_LT(f.derivative(Variable::x).text().size(), 100 * text.size());
}

}  // namespace
}  // namespace dgsolve
