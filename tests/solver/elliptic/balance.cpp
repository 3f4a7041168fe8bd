// What balances: the data of problems that nothing fixes the level of, and the fluxes of every solution.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/elliptic/elliptic_setup.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

using test::Elliptic;

/// The unit square, without flux through any side.
Elliptic insulated(int N, const std::string& source, double flux = 0, int n = 4) {
  Mesh mesh = make_box({.dim = 2, .cells = {n, n, 1}});
  test::EllipticSystem options = test::elliptic_options(mesh, N, {"1"}, EllipticCondition::neumann);
  options.source = Expression::parse(source);
  options.boundaries.at("xmin").value = Expression(flux);
  return {std::move(mesh), options};
}

void expect_refused(const Elliptic& problem, bool refused) {
  if (refused)
    EXPECT_THROW(problem.op.right_hand_side(), std::invalid_argument);
  else
    EXPECT_NO_THROW(problem.op.right_hand_side());
}

TEST(EllipticBalance, data_off_by_a_millionth_are_refused_where_quadrature_is_exact) {
  for (const double off : {1e-6, 1e-3}) {
    expect_refused(insulated(3, "if(x<0.25, 750, -250)", off * 375), true);
    expect_refused(insulated(2, "x*y - 1/4", off), true);
  }
  for (const char* source : {"if(x<0.25, 750, -250)", "x*y - 1/4"}) {
    const Elliptic balanced = insulated(3, source);
    expect_refused(balanced, false);
    EXPECT_FALSE(balanced.op.balance->is_off());
  }
}

TEST(EllipticBalance, charges_that_do_not_add_up_are_refused_for_quadrature_has_no_part_in_them) {
  for (const double charge : {-1.0, -0.99}) {
    Mesh mesh = wavy_box(2, 3, 3);
    test::EllipticSystem options = test::elliptic_options(mesh, 2, {"1"}, EllipticCondition::neumann);
    options.boundaries.at("xmin") = {EllipticCondition::floating, {}, {}, 1, ""};
    options.boundaries.at("xmax") = {EllipticCondition::floating, {}, {}, charge, ""};
    const Elliptic problem(std::move(mesh), options);
    expect_refused(problem, charge != -1);
    EXPECT_EQ(problem.op.balance->is_off(), charge != -1);
  }
}

TEST(EllipticBalance, what_quadrature_leaves_is_told_and_taken_out) {
  std::vector<double> left;
  for (const int N : {1, 3}) {
    Mesh mesh = wavy_box(2, 2, 3);
    test::EllipticSystem options = test::elliptic_options(mesh, N, {"1"}, EllipticCondition::neumann);
    options.exact = Expression::parse("exp(3*x)*cos(5*y)");
    const Elliptic problem(std::move(mesh), options);
    double sum = 0;
    for (const double part : problem.op.right_hand_side()) sum += part;
    EXPECT_LE(std::abs(sum), 1e-12 * problem.op.balance->size);
    EXPECT_TRUE(problem.op.balance->is_off());
    left.push_back(std::abs(problem.op.balance->sum));
  }
  EXPECT_LE(left[1], 1e-2 * left[0]);
  const Elliptic jump = insulated(2, "if(x<0.3, 0.7, -0.3)", 0, 16);  // inside cells
  expect_refused(jump, false);
  EXPECT_TRUE(jump.op.balance->is_off());
}

TEST(EllipticBalance, data_are_balanced_by_the_source_that_the_refusal_names) {
  const Elliptic off = insulated(2, "x*y", 0.125);
  try {
    off.op.balance->require();
    FAIL() << "not refused";
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    const std::size_t end = text.find(" less of the source"), begin = text.rfind(' ', end - 1);
    expect_refused(insulated(2, "x*y - (" + text.substr(begin, end - begin) + ")", 0.125), false);
  }
}

/// Source, reaction, and boundaries of every kind, a pair of them periodic.
Elliptic every_flux() {
  Mesh mesh = make_box({.dim = 3, .cells = {3, 3, 3}, .periodic = {false, false, true}, .jitter = 0.1}, true);
  test::EllipticSystem options = test::elliptic_options(mesh, 2, {"1+x^2"}, EllipticCondition::periodic);
  for (auto& [name, region] : options.regions) region.lambda = Expression::parse("1+y");
  options.source = Expression::parse("cos(3*x)");
  options.boundaries.at("xmin") = {EllipticCondition::dirichlet, Expression::parse("exp(y)"), {}, 0, ""};
  options.boundaries.at("xmax") = {EllipticCondition::floating, {}, {}, 2, ""};
  options.boundaries.at("ymin") = {EllipticCondition::robin, Expression::parse("x"), Expression(1.0), 0, ""};
  options.boundaries.at("ymax") = {EllipticCondition::neumann, Expression(0.3), {}, 0, ""};
  return {std::move(mesh), options};
}

TEST(EllipticBalance, fluxes_and_source_balance_in_a_solution_and_in_nothing_else) {
  Elliptic problem = every_flux();
  std::vector<double> u = problem.solve();
  EXPECT_LE(measure_solution(problem.op, u).flux_imbalance, 1e-10);
  for (double& value : u) value *= 1.01;
  EXPECT_GE(measure_solution(problem.op, u).flux_imbalance, 1e-3);
}

TEST(EllipticBalance, fluxes_balance_where_the_data_had_to_be_balanced) {
  Mesh mesh = wavy_box(2, 2, 3);
  test::EllipticSystem options = test::elliptic_options(mesh, 1, {"1"}, EllipticCondition::neumann);
  options.exact = Expression::parse("exp(3*x)*cos(5*y)");
  Elliptic problem(std::move(mesh), options);
  const std::vector<double> u = problem.solve();
  EXPECT_GE(std::abs(problem.op.balance->sum), 1e-6 * problem.op.balance->size);
  EXPECT_LE(measure_solution(problem.op, u).flux_imbalance, 1e-10);
}

TEST(EllipticBalance, fluxes_that_are_all_zero_by_symmetry_balance) {
  Mesh mesh = make_box({.dim = 2, .cells = {6, 6, 1}, .lower = {-1, -1, 0}, .upper = {1, 1, 0}});
  test::EllipticSystem options = test::elliptic_options(mesh, 3, {"1"}, EllipticCondition::dirichlet);
  options.exact = Expression::parse("x*y");  // of which each side's flux is 0
  Elliptic problem(std::move(mesh), options);
  EXPECT_LE(measure_solution(problem.op, problem.solve()).flux_imbalance, 1e-10);
}

}  // namespace
}  // namespace dgsolve
