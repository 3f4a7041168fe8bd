/// Nonlinear least squares in a box.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

namespace dgsolve {

struct Box {
  Eigen::VectorXd lower, upper;
};

/// A point and the residuals there.
struct SquaresMinimum {
  Eigen::VectorXd x, residuals;
};

/// The minimum of |r(x)| that steps from x lead to, by differences of r and damped normal equations
/// (Marquardt, J. Soc. Indust. Appl. Math. 11 (1963) 431, doi:10.1137/0111030); a step that leaves the box
/// ends on its side. r: empty where it has no value. None: r has no value at x.
std::optional<SquaresMinimum> levenberg_marquardt(
    const std::function<std::optional<Eigen::VectorXd>(const Eigen::VectorXd&)>& r, Eigen::VectorXd x,
    const Box& box, int most_steps);

}  // namespace dgsolve
