// Conjugate gradients on elliptic problems: preconditioners, failures that are told, wrong data.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/elliptic/elliptic_setup.hpp"
#include "tests/support/elliptic/one_solve.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

using test::Elliptic;

test::EllipticSystem sine(const Mesh& mesh, int N) {
  test::EllipticSystem options = test::elliptic_options(mesh, N, {"1"}, EllipticCondition::dirichlet);
  options.exact = Expression::parse("sin(pi*x)*sin(pi*y)+x");
  return options;
}

Mesh square(int n) { return make_box({.dim = 2, .cells = {n, n, 1}}); }

struct Solution {
  std::vector<double> u;
  SolveReport report;
};

Solution solve_with(Elliptic& problem, Preconditioner& M, double tolerance, int max_iterations) {
  const UnsetVector<double> right = problem.op.right_hand_side();
  LinearAlgebra& algebra = problem.algebra;
  const auto b = algebra.vector(right.size(), Precision::double_),
             x = algebra.vector(right.size(), Precision::double_);
  algebra.upload(right, *b);
  Solution run{std::vector<double>(right.size()),
               test::solve_once(algebra, problem.op.map(), M, *b, *x, tolerance, max_iterations)};
  algebra.download(*x, run.u);
  return run;
}

TEST(ConjugateGradients, every_preconditioner_gives_the_same_solution_and_better_ones_sooner) {
  Elliptic problem(square(6), sine(square(6), 3));
  const auto none = make_no_preconditioner(problem.algebra);
  const auto jacobi = make_jacobi(problem.op.form, problem.algebra);
  const auto blocks = make_block_jacobi(problem.op.form, problem.algebra);
  const Solution plain = solve_with(problem, *none, 1e-11, 5000),
                 point = solve_with(problem, *jacobi, 1e-11, 5000),
                 block = solve_with(problem, *blocks, 1e-11, 5000);
  EXPECT_LT(point.report.iterations, plain.report.iterations);
  EXPECT_LT(block.report.iterations, point.report.iterations);
  for (const Solution* run : {&plain, &point, &block}) {
    EXPECT_TRUE(run->report.converged);
    EXPECT_LE(run->report.relative_residual, 1e-11);
    EXPECT_EQ(run->report.history.size(), run->report.iterations + 1u);
    for (std::size_t i = 0; i < run->u.size(); ++i) EXPECT_NEAR(run->u[i], block.u[i], 1e-8);
  }
}

TEST(ConjugateGradients, ask_for_at_most_twice_the_iterations_it_takes_where_convergence_quickens) {
  struct Counted : Preconditioner {
    explicit Counted(LinearAlgebra& algebra) : plain(make_no_preconditioner(algebra)) {}
    void apply(const DeviceVector& r, DeviceVector& z) override {
      plain->apply(r, z);
      ++applied;
    }
    std::unique_ptr<Preconditioner> plain;
    int applied = 0;
  };
  Elliptic problem(square(1), sine(square(1), 1));  // six unknowns: about six iterations
  Counted counted(problem.algebra);
  const Solution run = solve_with(problem, counted, 1e-10, 100);
  EXPECT_TRUE(run.report.converged);
  EXPECT_LE(run.report.iterations, 7);
  EXPECT_LE(counted.applied, 2 * run.report.iterations);
}

TEST(ConjugateGradients, an_iterate_that_did_not_converge_is_the_best_and_says_why) {
  Elliptic problem(square(6), sine(square(6), 3));
  const auto blocks = make_block_jacobi(problem.op.form, problem.algebra);
  const Solution run = solve_with(problem, *blocks, 1e-12, 15);
  EXPECT_FALSE(run.report.converged);
  EXPECT_EQ(run.report.iterations, 15);
  EXPECT_NE(run.report.reason.find("max_iterations"), std::string::npos);
  EXPECT_LE(run.report.relative_residual, 1);
  EXPECT_LE(run.report.relative_residual, run.report.history.front());
}

TEST(ConjugateGradients, a_residual_that_only_round_off_makes_is_as_good_as_none_and_is_told) {
  Elliptic problem(square(4), sine(square(4), 4));
  const auto blocks = make_block_jacobi(problem.op.form, problem.algebra);
  const Solution run = solve_with(problem, *blocks, 1e-18, 5000);
  EXPECT_TRUE(run.report.converged);
  EXPECT_NE(run.report.reason.find("round-off"), std::string::npos);
  EXPECT_GT(run.report.relative_residual, 1e-18);
  EXPECT_LE(run.report.relative_residual, 1e-12);
  EXPECT_LT(run.report.iterations, 5000);
}

/// Multiplies by a number.
class Factor : public Preconditioner {
 public:
  Factor(LinearAlgebra& algebra, double factor) : algebra_(algebra), factor_(factor) {}
  void apply(const DeviceVector& r, DeviceVector& z) override { algebra_.combine(factor_, r, 0, z); }

 private:
  LinearAlgebra& algebra_;
  const double factor_;
};

TEST(ConjugateGradients, an_indefinite_preconditioner_is_told) {
  Elliptic problem(square(3), sine(square(3), 2));
  Factor negative(problem.algebra, -1);
  const Solution run = solve_with(problem, negative, 1e-8, 100);
  EXPECT_FALSE(run.report.converged);
  EXPECT_NE(run.report.reason.find("preconditioner"), std::string::npos);
}

TEST(ConjugateGradients, numbers_that_become_infinite_are_told) {
  test::EllipticSystem options = sine(square(3), 2);
  options.source = Expression::parse("1e100");
  Elliptic problem(square(3), options);
  Factor huge(problem.algebra, 1e300);
  const Solution run = solve_with(problem, huge, 1e-8, 100);
  EXPECT_FALSE(run.report.converged);
  EXPECT_NE(run.report.reason.find("NaN or infinite"), std::string::npos);
}

TEST(ConjugateGradients, no_data_give_zero_at_once) {
  Mesh mesh = square(3);
  Elliptic problem(mesh, test::elliptic_options(mesh, 2, {"1"}, EllipticCondition::dirichlet));
  for (const double value : problem.solve()) EXPECT_EQ(value, 0);
  EXPECT_EQ(problem.report.iterations, 0);
  EXPECT_TRUE(problem.report.converged);
}

TEST(ConjugateGradients, tolerance_and_iterations_must_be_positive) {
  Elliptic problem(square(2), sine(square(2), 1));
  const auto none = make_no_preconditioner(problem.algebra);
  EXPECT_THROW(solve_with(problem, *none, 0, 10), std::invalid_argument);
  EXPECT_THROW(solve_with(problem, *none, 1e-8, 0), std::invalid_argument);
}

TEST(ConjugateGradients, a_solve_gets_at_least_one_iteration_and_no_more_than_there_is_memory_for) {
  Elliptic problem(square(2), sine(square(2), 1));
  LinearAlgebra& algebra = problem.algebra;
  const auto none = make_no_preconditioner(algebra);
  const std::size_t n = problem.op.map().rows;
  const auto b = algebra.vector(n, Precision::double_), x = algebra.vector(n, Precision::double_);
  ConjugateGradients iterations(algebra, problem.op.map(), *none, *x, 10);
  EXPECT_THROW(iterations.solve(*b, 1e-8, 0), std::invalid_argument);
  EXPECT_THROW(iterations.solve(*b, 1e-8, 11), std::invalid_argument);
  EXPECT_NO_THROW(iterations.solve(*b, 1e-8, 10));
}

TEST(ConjugateGradients, one_right_hand_side_after_another_has_the_bits_of_each_alone) {
  Elliptic problem(square(4), sine(square(4), 3));
  LinearAlgebra& algebra = problem.algebra;
  const auto blocks = make_block_jacobi(problem.op.form, algebra);
  const UnsetVector<double> first = problem.op.right_hand_side();
  UnsetVector<double> second = first;
  for (std::size_t i = 0; i < second.size(); ++i) second[i] *= static_cast<double>(i % 5) - 3;
  const auto b = algebra.vector(first.size(), Precision::double_),
             x = algebra.vector(first.size(), Precision::double_);
  const auto solved = [&](ConjugateGradients& iterations, std::span<const double> right, int most) {
    algebra.upload(right, *b);
    Solution run{std::vector<double>(right.size()), iterations.solve(*b, 1e-10, most)};
    algebra.download(*x, run.u);
    return run;
  };
  const auto fresh = [&] { return ConjugateGradients(algebra, problem.op.map(), *blocks, *x, 1000); };
  ConjugateGradients one = fresh(), other = fresh();
  const Solution failed = solved(one, first, 3), after_it = solved(one, second, 1000),
                 alone = solved(other, second, 1000);
  EXPECT_FALSE(failed.report.converged);
  EXPECT_TRUE(alone.report.converged);
  EXPECT_EQ(after_it.u, alone.u);
  EXPECT_EQ(after_it.report.history, alone.report.history);
  EXPECT_EQ(after_it.report.iterations, alone.report.iterations);
  EXPECT_EQ(after_it.report.reason, alone.report.reason);
}

/// The message of the exception that setting up (and a right-hand side) throws.
std::string refusal(const Mesh& mesh, const test::EllipticSystem& options) {
  try {
    Elliptic problem(mesh, options);
    problem.op.right_hand_side();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(EllipticProblem, data_out_of_range_are_told_with_their_place) {
  const Mesh mesh = square(3);
  test::EllipticSystem options = sine(mesh, 2);
  options.regions.at("box").kappa = {Expression::parse("x-0.5")};
  EXPECT_NE(refusal(mesh, options).find("regions.box.kappa: takes the value -"), std::string::npos);
  options.regions.at("box").kappa = {Expression(0.0)};
  EXPECT_NE(refusal(mesh, options).find("expected a number > 0"), std::string::npos);
  options.regions.at("box").kappa = {Expression(1.0), Expression(2.0), Expression(2.0), Expression(1.0)};
  EXPECT_NE(refusal(mesh, options).find("[[1, 2], [2, 1]]"), std::string::npos);
  options.regions.at("box").kappa = {Expression(1.0), Expression(0.5), Expression(0.0), Expression(1.0)};
  EXPECT_NE(refusal(mesh, options).find("symmetric positive definite"), std::string::npos);
  options = sine(mesh, 2);
  options.regions.at("box").lambda = Expression::parse("-x");
  EXPECT_NE(refusal(mesh, options).find("regions.box.lambda: takes the value -"), std::string::npos);
  options = sine(mesh, 2);
  options.boundaries.at("xmin") = {EllipticCondition::robin, {}, Expression(-1.0), 0, ""};
  EXPECT_NE(refusal(mesh, options).find("boundaries.xmin.coefficient: takes the value -1"),
            std::string::npos);
  options = sine(mesh, 2);
  options.regions.clear();
  EXPECT_NE(refusal(mesh, options).find("regions.box.kappa: missing"), std::string::npos);
}

TEST(EllipticProblem, neumann_data_that_do_not_balance_are_refused) {
  const Mesh mesh = square(3);
  test::EllipticSystem options = test::elliptic_options(mesh, 2, {"1"}, EllipticCondition::neumann);
  options.source = Expression(1.0);
  EXPECT_NE(refusal(mesh, options).find("add up to"), std::string::npos);
  options.boundaries.at("xmax").value = Expression(-1.0);
  EXPECT_EQ(refusal(mesh, options), "");
}

TEST(EllipticProblem, a_part_that_nothing_fixes_is_refused_where_another_is_fixed) {
  const Mesh mesh = simplices(2, {{0, 0}, {1, 0}, {0, 1}, {5, 0}, {6, 0}, {5, 1}}, {{0, 1, 2}, {3, 4, 5}});
  Mesh two = mesh;
  two.boundary_names = {"walls", "others"};
  for (int f = 3; f < 6; ++f) two.boundary[f] = 1;
  test::EllipticSystem options = test::elliptic_options(two, 2, {"1"}, EllipticCondition::dirichlet);
  EXPECT_EQ(refusal(two, options), "");
  options.boundaries.at("others").condition = EllipticCondition::neumann;
  EXPECT_NE(refusal(two, options).find("nothing fixes the level of u"), std::string::npos);
}

}  // namespace
}  // namespace dgsolve
