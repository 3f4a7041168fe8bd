/// Formulas over many points: the functions that run in vectors.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/expression/expression.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using testing::FormulaGenerator;

std::vector<double> values_at(const std::string& text, const std::vector<double>& x) {
  std::vector<double> values(x.size());
  Expression::parse(text).evaluate(x, {}, {}, 0, values);
  return values;
}

/// |value − exact| in units of the exact value's last place.
double error_in_last_places(double value, long double exact) {
  const double size = std::abs(static_cast<double>(exact));
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact)) / unit;
}

TEST(Rows, sine_cosine_and_exponential_have_less_than_one_unit_in_the_last_place_of_error) {
  FormulaGenerator random(7);
  for (const double range : {0.5, 4.0, 100.0, 1e6}) {
    std::vector<double> angles, exponents;
    for (int i = 0; i < 20000; ++i) angles.push_back(random.uniform(-range, range));
    for (int i = 0; i < 20000; ++i) exponents.push_back(random.uniform(-1, 1) * std::min(range, 700.0));
    // Near multiples of π/2, where all leading digits cancel.
    for (int i = 1; i < 1000; ++i) angles.push_back(i * std::acos(0.0));
    const std::vector<double> sine = values_at("sin(x)", angles), cosine = values_at("cos(x)", angles),
                              exponential = values_at("exp(x)", exponents);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      EXPECT_LT(error_in_last_places(sine[i], std::sin(static_cast<long double>(angles[i]))), 1) << angles[i];
      EXPECT_LT(error_in_last_places(cosine[i], std::cos(static_cast<long double>(angles[i]))), 1)
          << angles[i];
    }
    for (std::size_t i = 0; i < exponents.size(); ++i)
      EXPECT_LT(error_in_last_places(exponential[i], std::exp(static_cast<long double>(exponents[i]))), 1)
          << exponents[i];
  }
}

TEST(Rows, arguments_of_any_size_have_a_value) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {0, 1e300, -1e12, 709.5, -745, 1e-320, infinity, -infinity, std::nan("")};
  const std::vector<double> sine = values_at("sin(x)", x), cosine = values_at("cos(x)", x),
                            exponential = values_at("exp(x)", x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto expect_same = [&](double found, double expected) {
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(found)) << x[i];
      else
        EXPECT_DOUBLE_EQ(found, expected) << x[i];
    };
    expect_same(sine[i], std::sin(x[i]));
    expect_same(cosine[i], std::cos(x[i]));
    expect_same(exponential[i], std::exp(x[i]));
  }
}

/// Threads share points in other ways, and vectors have remainders: neither may show.
TEST(Rows, a_value_does_not_depend_on_its_place_in_the_row) {
  const Expression f = Expression::parse("exp(-x^2)*sin(3*x)/(2 + cos(x)) + sqrt(abs(x))");
  FormulaGenerator random(8);
  std::vector<double> x(1000);
  for (double& c : x) c = random.uniform(-9, 9);
  std::vector<double> values(x.size());
  f.evaluate(x, {}, {}, 0, values);
  for (std::size_t first : {1, 2, 3, 500, 999}) {
    std::vector<double> rest(x.size() - first);
    f.evaluate(std::span(x).subspan(first), {}, {}, 0, rest);
    EXPECT_EQ(rest, std::vector(values.begin() + static_cast<std::ptrdiff_t>(first), values.end()));
  }
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(f(x[i], 0, 0, 0), values[i]);
}

}  // namespace
}  // namespace dgsolve
