/// Functions that are given by samples.

#include "kernels/expression/sampled_function.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "kernels/expression/expression.hpp"

namespace dgsolve {
namespace {

using Interpolation = SampledFunction::Interpolation;

using Function = std::function<double(double)>;

/// n places from 0 to 2, unequal ones up to four times as far apart as others.
std::vector<double> places(int n, bool equal) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i) {
    const double s = static_cast<double>(i) / (n - 1);
    x.push_back(2 * (equal ? s : s + 0.6 * s * (1 - s)));
  }
  return x;
}

std::vector<double> values_at(const std::vector<double>& x, const Function& f) {
  std::vector<double> values;
  for (const double place : x) values.push_back(f(place));
  return values;
}

double value_of(const SampledFunction& f, double u, int derivative = 0) {
  double value = 0;
  f.evaluate(derivative, &u, &value, 1);
  return value;
}

constexpr Interpolation both[] = {Interpolation::linear, Interpolation::cubic};

/// The largest error between the samples.
double error_of(const Function& exact, int n, bool equal, Interpolation interpolation, int derivative = 0,
                const Function& differentiated = {}) {
  const std::vector<double> x = places(n, equal);
  const SampledFunction f(x, values_at(x, exact), interpolation);
  double largest = 0;
  for (int i = 0; i < 20 * n; ++i) {
    const double u = 2 * (i + 0.5) / (20 * n);
    const double wanted = differentiated ? differentiated(u) : exact(u);
    largest = std::max(largest, std::abs(value_of(f, u, derivative) - wanted));
  }
  return largest;
}

TEST(SampledFunction, errs_by_the_fourth_power_of_the_distance_of_its_samples_and_lines_by_the_second) {
  const Function f = [](double u) { return std::sin(5 * u + 1) + std::exp(-u); };
  for (const bool equal : {true, false})
    for (const auto& [interpolation, order] :
         {std::pair(Interpolation::cubic, 4.0), std::pair(Interpolation::linear, 2.0)}) {
      const double coarse = error_of(f, 41, equal, interpolation),
                   fine = error_of(f, 81, equal, interpolation);
      EXPECT_GT(std::log2(coarse / fine), order - 0.1)
          << "equal: " << equal << ", errors " << coarse << ", " << fine;
    }
}

TEST(SampledFunction, has_derivatives_whose_errors_fall_with_an_order_less_each) {
  const Function f = [](double u) { return std::sin(5 * u + 1); };
  const Function derivatives[] = {f, [](double u) { return 5 * std::cos(5 * u + 1); },
                                  [](double u) { return -25 * std::sin(5 * u + 1); },
                                  [](double u) { return -125 * std::cos(5 * u + 1); }};
  for (const bool equal : {true, false})
    for (int d = 1; d <= SampledFunction::highest_derivative; ++d) {
      const double coarse = error_of(f, 81, equal, Interpolation::cubic, d, derivatives[d]),
                   fine = error_of(f, 161, equal, Interpolation::cubic, d, derivatives[d]);
      EXPECT_GT(std::log2(coarse / fine), 4 - d - 0.2) << "derivative " << d << ", equal: " << equal;
    }
}

TEST(SampledFunction, is_the_polynomial_that_its_samples_determine) {
  const Function polynomials[] = {[](double u) { return 2 - 3 * u; },
                                  [](double u) { return u * (1 - u) + 1; },
                                  [](double u) { return u * (2 * u * u - 1) + u * u; }};
  for (const bool equal : {true, false})
    for (int degree = 1; degree <= 3; ++degree)
      for (const int n : {degree + 1, degree + 2, 30})
        EXPECT_LT(error_of(polynomials[degree - 1], n, equal, Interpolation::cubic), 1e-13)
            << "degree " << degree << ", " << n << " samples";
  EXPECT_LT(error_of(polynomials[0], 7, false, Interpolation::linear), 1e-14);
}

TEST(SampledFunction, goes_through_its_samples_is_zero_outside_and_not_a_number_where_its_argument_is_none) {
  const std::vector<double> x = places(50, false),
                            values = values_at(x, [](double u) { return std::cos(9 * u); });
  for (const Interpolation interpolation : both) {
    const SampledFunction f(x, values, interpolation);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(value_of(f, x[i]), values[i], 1e-14);
    for (int derivative = 0; derivative <= SampledFunction::highest_derivative; ++derivative) {
      EXPECT_EQ(value_of(f, -1e-9, derivative), 0);
      EXPECT_EQ(value_of(f, 2 + 1e-9, derivative), 0);
      EXPECT_EQ(value_of(f, INFINITY, derivative), 0);
      EXPECT_TRUE(std::isnan(value_of(f, NAN, derivative)));
    }
  }
}

/// Samples in clusters, so that bins of the index hold none or thousands.
TEST(SampledFunction, finds_the_right_two_of_20_000_samples_wherever_they_stand) {
  std::vector<double> x, values;
  double next = -3;
  for (int i = 0; i < 20'000; ++i) {
    x.push_back(next);
    values.push_back((i * 7919) % 1000);
    next += i % 5000 == 0 ? 10 : 1e-4 * (1 + i % 3);
  }
  const SampledFunction f(x, values, Interpolation::linear);
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    for (const double share : {0.0, 0.25, 0.99}) {
      const double u = x[i] + share * (x[i + 1] - x[i]);
      ASSERT_NEAR(value_of(f, u), values[i] + share * (values[i + 1] - values[i]), 1e-6) << i;
    }
}

TEST(SampledFunction, is_refused_where_its_samples_are_none) {
  const auto make = [](const std::vector<double>& x, const std::vector<double>& values) {
    return SampledFunction(x, values, Interpolation::cubic);
  };
  EXPECT_NO_THROW(make({0, 1}, {1, 2}));
  EXPECT_THROW(make({0}, {1}), std::invalid_argument);
  EXPECT_THROW(make({0, 1, 1}, {0, 0, 0}), std::invalid_argument);
  EXPECT_THROW(make({0, 2, 1}, {0, 0, 0}), std::invalid_argument);
  EXPECT_THROW(make({0, 1}, {1}), std::invalid_argument);
  EXPECT_THROW(make({0, 1}, {1, NAN}), std::invalid_argument);
  EXPECT_THROW(make({0, INFINITY}, {1, 1}), std::invalid_argument);
}

Expression sampled_sine(int n, Interpolation interpolation = Interpolation::cubic) {
  const std::vector<double> x = places(n, true);
  return Expression::sampled(std::make_shared<SampledFunction>(
      x, values_at(x, [](double u) { return std::sin(3 * u); }), interpolation));
}

TEST(SampledFormula, is_evaluated_shifted_differentiated_and_separated_as_others_are) {
  const Expression f = sampled_sine(2000);
  EXPECT_NEAR(f(0, 0, 0, 0.7), std::sin(2.1), 1e-11);
  EXPECT_NEAR(f.derivative(Variable::t)(0, 0, 0, 0.7), 3 * std::cos(2.1), 1e-8);
  const Expression wave = f.substitute(Variable::t, Expression::parse("t - 2*x"));
  EXPECT_NEAR(wave(0.1, 0, 0, 0.7), std::sin(1.5), 1e-11);
  EXPECT_NEAR(wave.derivative(Variable::x)(0.1, 0, 0, 0.7), -6 * std::cos(1.5), 1e-8);
  std::vector<double> x, values(600);
  for (int i = 0; i < 600; ++i) x.push_back(i / 600.0);
  wave.evaluate(x, {}, {}, 0.9, values);
  for (int i = 0; i < 600; ++i) EXPECT_EQ(values[i], wave(x[i], 0, 0, 0.9));
  EXPECT_TRUE(wave.separate().empty());
  EXPECT_EQ((f * Expression::parse("x")).separate().size(), 1u);
  EXPECT_EQ(f.substitute(Variable::t, Expression(0.5))(0, 0, 0, 0), f(0, 0, 0, 0.5));
  Expression fourth = f;
  for (int i = 0; i < 4; ++i) fourth = fourth.derivative(Variable::t);
  EXPECT_TRUE(fourth.is_zero());
}

TEST(SampledFormula, has_a_kernel_text_without_its_samples_and_a_text_that_tells_them_apart) {
  ConstantTable few, many, once;
  EXPECT_EQ(sampled_sine(10).c_text(few), sampled_sine(10'000).c_text(many));
  EXPECT_EQ(many.samples().size(), 1u);
  EXPECT_EQ(few.samples()[0]->table().size(), 4u + 10u + 5u * 9u);
  const Expression f = sampled_sine(10);
  static_cast<void>((f + f.derivative(Variable::t)).c_text(once));
  EXPECT_EQ(once.samples().size(), 1u);
  EXPECT_EQ(sampled_sine(10).text(), f.text());
  EXPECT_NE(sampled_sine(11).text(), f.text());
  EXPECT_NE(sampled_sine(10, Interpolation::linear).text(), f.text());
  EXPECT_NE(f.derivative(Variable::t).text(), f.text());
}

}  // namespace
}  // namespace dgsolve
