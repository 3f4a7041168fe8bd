/// Least squares under inequalities, and nonlinear ones in a box.

#include "solver/linear/constrained_squares.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <random>

#include "solver/linear/levenberg_marquardt.hpp"

namespace dgsolve {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

MatrixXd random_matrix(int rows, int cols, std::mt19937& random) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
}

// The minimum of a convex problem: no constraint is hurt, and the slope of the squares is a combination of
// the normals of those that hold with equality, by factors that are not negative.
TEST(ConstrainedSquares, meet_the_conditions_of_a_minimum) {
  std::mt19937 random(1);
  int n_active = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const MatrixXd A = random_matrix(20, 5, random), G = random_matrix(40, 5, random);
    const VectorXd b = random_matrix(20, 1, random), inside = random_matrix(5, 1, random),
                   h = G * inside - 0.3 * random_matrix(40, 1, random).cwiseAbs();
    const auto x = constrained_squares(A, b, G, h);
    ASSERT_TRUE(x);
    EXPECT_GT((G * *x - h).minCoeff(), -1e-10);
    const VectorXd slope = A.transpose() * (A * *x - b);
    std::vector<int> active;
    for (int i = 0; i < 40; ++i)
      if ((G * *x - h)(i) < 1e-10) active.push_back(i);
    MatrixXd normals(5, static_cast<int>(active.size()));
    for (std::size_t i = 0; i < active.size(); ++i)
      normals.col(static_cast<int>(i)) = G.row(active[i]).transpose();
    n_active += static_cast<int>(active.size());
    if (active.empty()) {
      EXPECT_LT(slope.norm(), 1e-10);
      continue;
    }
    const VectorXd factors = normals.colPivHouseholderQr().solve(slope);
    EXPECT_GE(factors.minCoeff(), -1e-9 * factors.norm());
    EXPECT_LT((normals * factors - slope).norm(), 1e-9 * (1 + slope.norm()));
  }
  EXPECT_GT(n_active, 20);
}

TEST(ConstrainedSquares, of_inequalities_that_contradict_each_other_have_no_solution) {
  const MatrixXd A = MatrixXd::Identity(2, 2);
  MatrixXd G(2, 2);
  G << 1, 0, -1, 0;
  EXPECT_FALSE(constrained_squares(A, VectorXd::Zero(2), G, VectorXd::Ones(2)));  // x ≥ 1 and x ≤ −1
  EXPECT_FALSE(constrained_squares(MatrixXd::Ones(3, 2), VectorXd::Ones(3), G, -VectorXd::Ones(2)));
}

std::optional<VectorXd> rosenbrock(const VectorXd& x) {
  return VectorXd(Eigen::Vector2d(10 * (x(1) - x(0) * x(0)), 1 - x(0)));
}

TEST(LevenbergMarquardt, finds_the_end_of_a_curved_valley) {
  const Box wide{VectorXd::Constant(2, -5), VectorXd::Constant(2, 5)};
  const auto found = levenberg_marquardt(rosenbrock, Eigen::Vector2d(-1.2, 1), wide, 100);
  ASSERT_TRUE(found);
  EXPECT_LT((found->x - Eigen::Vector2d(1, 1)).norm(), 1e-6);
}

// Where x ≤ ½ the minimum lies on that side, at y = x².
TEST(LevenbergMarquardt, stays_in_its_box) {
  const Box box{VectorXd::Constant(2, -5), Eigen::Vector2d(0.5, 5)};
  const auto found = levenberg_marquardt(rosenbrock, Eigen::Vector2d(-1.2, 1), box, 200);
  ASSERT_TRUE(found);
  EXPECT_LT((found->x - Eigen::Vector2d(0.5, 0.25)).norm(), 1e-3);
}

}  // namespace
}  // namespace dgsolve
