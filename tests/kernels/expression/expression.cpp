/// Values of formulas against plain C++.
#include "kernels/expression/expression.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <thread>

#include "kernels/expression/formula_set.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using testing::Formula;
using testing::FormulaGenerator;

double value(const std::string& text) { return Expression::parse(text)(0, 0, 0, 0); }

struct Points {
  Points(FormulaGenerator& random, std::size_t n) : x(n), y(n), z(n) {
    for (auto* coordinate : {&x, &y, &z})
      for (double& c : *coordinate) c = random.uniform(-2, 2);
  }
  std::vector<double> x, y, z;
};

void expect_same(double found, double expected, const std::string& text) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(found)) << text;
  } else if (std::isinf(expected)) {
    EXPECT_FALSE(std::isfinite(found)) << text;  // the sign of a zero divisor is not kept
  } else {
    EXPECT_NEAR(found, expected, 1e-9 * std::max(1.0, std::abs(expected))) << text;
  }
}

TEST(Expression, every_function_has_the_value_of_its_C_namesake) {
  const std::pair<std::string, double (*)(double)> functions[] = {
      {"abs(x)", [](double u) { return std::abs(u); }},
      {"sqrt(x)", [](double u) { return std::sqrt(u); }},
      {"exp(x)", [](double u) { return std::exp(u); }},
      {"log(x)", [](double u) { return std::log(u); }},
      {"sin(x)", [](double u) { return std::sin(u); }},
      {"cos(x)", [](double u) { return std::cos(u); }},
      {"tan(x)", [](double u) { return std::tan(u); }},
      {"asin(x)", [](double u) { return std::asin(u); }},
      {"acos(x)", [](double u) { return std::acos(u); }},
      {"atan(x)", [](double u) { return std::atan(u); }},
      {"atan2(x, 0.5)", [](double u) { return std::atan2(u, 0.5); }},
      {"atan2(0.5, x)", [](double u) { return std::atan2(0.5, u); }},
      {"sinh(x)", [](double u) { return std::sinh(u); }},
      {"cosh(x)", [](double u) { return std::cosh(u); }},
      {"tanh(x)", [](double u) { return std::tanh(u); }},
      {"erf(x)", [](double u) { return std::erf(u); }},
      {"besselj(0, x)", [](double u) { return ::j0(u); }},
      {"besselj(1, x)", [](double u) { return ::j1(u); }},
      {"besselj(7, x)", [](double u) { return ::jn(7, u); }},
      {"min(x, 0.5)", [](double u) { return std::fmin(u, 0.5); }},
      {"max(x, 0.5)", [](double u) { return std::fmax(u, 0.5); }},
      {"sign(x)", [](double u) { return u > 0 ? 1.0 : -1.0; }},
      {"x^2.5", [](double u) { return std::pow(u, 2.5); }},
      {"x^31", [](double u) { return std::pow(u, 31); }},
      {"x^-6", [](double u) { return std::pow(u, -6); }},
      {"x^40", [](double u) { return std::pow(u, 40); }},
      {"2^x", [](double u) { return std::exp2(u); }},
      {"if(x < 0.5, x, 7)", [](double u) { return u < 0.5 ? u : 7; }},
  };
  FormulaGenerator random(1);
  const Points points(random, 500);
  std::vector<double> values(points.x.size());
  for (const auto& [text, function] : functions) {
    Expression::parse(text).evaluate(points.x, {}, {}, 0, values);
    for (std::size_t i = 0; i < values.size(); ++i) expect_same(values[i], function(points.x[i]), text);
  }
}

TEST(Expression, operators_bind_as_in_mathematics) {
  EXPECT_EQ(value("1 + 2*3"), 7);
  EXPECT_EQ(value("2 - 3 - 4"), -5);
  EXPECT_EQ(value("24/4/2"), 3);
  EXPECT_EQ(value("-3^2"), -9);
  EXPECT_EQ(value("(-3)^2"), 9);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value("2--3"), 5);
  EXPECT_EQ(value("--3"), 3);
  EXPECT_EQ(value("(1 < 2) + (2 >= 2) + 1 != 2"), 1);
  EXPECT_EQ(value(" \t1\n+\r2 "), 3);
}

TEST(Expression, numbers_may_have_points_and_exponents) {
  EXPECT_EQ(value("1.5e-3"), 1.5e-3);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("5."), 5);
  EXPECT_EQ(value("2E+3"), 2000);
  EXPECT_EQ(value("1e3+1"), 1001);
  EXPECT_EQ(value("010"), 10);
}

TEST(Expression, comparisons_are_1_or_0) {
  for (const double x : {1.0, 2.0, 3.0}) {
    const auto at = [x](const std::string& text) { return Expression::parse(text)(x, 0, 0, 0); };
    EXPECT_EQ(at("x < 2"), x < 2);
    EXPECT_EQ(at("x <= 2"), x <= 2);
    EXPECT_EQ(at("x > 2"), x > 2);
    EXPECT_EQ(at("x >= 2"), x >= 2);
    EXPECT_EQ(at("x == 2"), x == 2);
    EXPECT_EQ(at("x != 2"), x != 2);
  }
}

TEST(Expression, named_constants_stand_for_their_values) {
  const std::map<std::string, double> constants{{"omega", 3}, {"x_0", 0.25}};
  const Expression f = Expression::parse("omega*(x - x_0)", constants);
  EXPECT_EQ(f(1, 0, 0, 0), 2.25);
  EXPECT_TRUE(Expression::parse("omega^2", constants).is_constant());
}

TEST(Expression, random_formulas_have_the_values_of_plain_cpp) {
  FormulaGenerator random(2);
  const Points points(random, 20);
  std::vector<double> values(points.x.size());
  int n_varying = 0;
  for (int k = 0; k < 1000; ++k) {
    const Formula formula = random.formula(5);
    const Expression f = Expression::parse(formula.text);
    const double t = random.uniform(-2, 2);
    f.evaluate(points.x, points.y, points.z, t, values);
    for (std::size_t i = 0; i < values.size(); ++i)
      expect_same(values[i], formula.value(points.x[i], points.y[i], points.z[i], t), formula.text);
    n_varying += !f.is_constant();
  }
  EXPECT_GT(n_varying, 500);
}

TEST(FormulaSet, its_values_are_to_the_bit_those_of_each_formula_alone) {
  FormulaGenerator random(5);
  const Points points(random, 300);
  for (int k = 0; k < 50; ++k) {
    std::vector<Expression> formulas = {Expression(k), Expression::parse("x"), Expression::parse("t")};
    for (int i = 0; i < 3; ++i) {
      formulas.push_back(Expression::parse(random.formula(5).text));
      formulas.push_back(formulas.back().derivative(Variable::x));  // which has much in common with it
    }
    const FormulaSet set(formulas);
    std::vector<double> together(formulas.size() * points.x.size()), alone(points.x.size());
    set.evaluate(points.x, points.y, points.z, 0.5, together);
    for (std::size_t f = 0; f < formulas.size(); ++f) {
      formulas[f].evaluate(points.x, points.y, points.z, 0.5, alone);
      EXPECT_EQ(std::memcmp(alone.data(), &together[f * alone.size()], alone.size() * sizeof(double)), 0)
          << formulas[f].text();
    }
  }
}

TEST(Expression, values_do_not_depend_on_how_many_points_are_evaluated_at_once) {
  FormulaGenerator random(3);
  for (int k = 0; k < 50; ++k) {
    const Expression f = Expression::parse(random.formula(5).text);
    for (const std::size_t n : {0, 1, 255, 256, 257, 700}) {
      const Points points(random, n);
      std::vector<double> values(n);
      f.evaluate(points.x, points.y, points.z, 0.5, values);
      for (std::size_t i = 0; i < n; ++i) {
        const double alone = f(points.x[i], points.y[i], points.z[i], 0.5);
        EXPECT_TRUE(values[i] == alone || (std::isnan(values[i]) && std::isnan(alone))) << f.text();
      }
    }
  }
}

TEST(Expression, threads_that_evaluate_one_formula_at_once_agree) {
  const Expression f = Expression::parse("exp(-(x - t)^2)*sin(3*y)/(2 + cos(z*x)) + besselj(2, 5*x)");
  FormulaGenerator random(4);
  const Points points(random, 5000);
  std::vector<double> expected(points.x.size());
  f.evaluate(points.x, points.y, points.z, 0.3, expected);
  std::vector<std::vector<double>> found(4, std::vector<double>(points.x.size()));
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (auto& values : found)
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) f.evaluate(points.x, points.y, points.z, 0.3, values);
    });
  for (auto& thread : threads) thread.join();
  for (const auto& values : found) EXPECT_EQ(values, expected);
}

TEST(Expression, a_coordinate_that_the_mesh_lacks_is_zero) {
  const Expression f = Expression::parse("x + 10*(y + 1) + 100*z");
  std::vector<double> x(300, 3), values(300);
  f.evaluate(x, {}, {}, 0, values);
  EXPECT_EQ(values, std::vector<double>(300, 13));
}

TEST(Expression, coordinates_of_another_length_than_the_values_are_an_error) {
  std::vector<double> x(3), values(4);
  EXPECT_THROW(Expression::parse("x").evaluate(x, {}, {}, 0, values), std::invalid_argument);
}

TEST(Expression, domain_errors_show_as_values_that_are_not_finite) {
  for (const char* text :
       {"sqrt(x)", "log(x)", "asin(x - 1)", "min(sqrt(x), 1)", "min(1, sqrt(x))", "max(sqrt(x), 1)",
        "max(1, sqrt(x))", "sign(sqrt(x))", "0*sqrt(x)", "1/(x + 1)", "x^0.5"})
    EXPECT_FALSE(std::isfinite(Expression::parse(text)(-1, 0, 0, 0))) << text;
  EXPECT_EQ(value("1/0"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Expression::parse("if(x == 0, 1, sin(x)/x)")(0, 0, 0, 0), 1)
      << "the branch left aside is dropped";
}

TEST(Expression, knows_on_which_variables_it_depends) {
  const Expression f = Expression::parse("sin(x)*t + 0*y");
  EXPECT_TRUE(f.depends_on(Variable::x));
  EXPECT_TRUE(f.depends_on(Variable::y));
  EXPECT_FALSE(f.depends_on(Variable::z));
  EXPECT_TRUE(f.depends_on(Variable::t));
  EXPECT_FALSE(f.is_constant());
  EXPECT_TRUE(Expression::parse("2*pi + if(1 < 2, 3, x)").is_constant());
  EXPECT_TRUE(Expression().is_zero());
  EXPECT_TRUE(Expression::parse("1 - 1").is_zero());
  EXPECT_FALSE(Expression(2.5).is_zero());
  EXPECT_EQ(Expression(2.5)(1, 1, 1, 1), 2.5);
}

}  // namespace
}  // namespace dgsolve
