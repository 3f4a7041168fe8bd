#define EIGEN_DONT_PARALLELIZE  // dense.cpp says why
#include "solver/linear/levenberg_marquardt.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

namespace dgsolve {

using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

using Residuals = std::function<std::optional<VectorXd>(const VectorXd&)>;

/// Forward differences, backward at the upper side; a column of zeros where r has no value.
MatrixXd slopes(const Residuals& r, const SquaresMinimum& at, const Box& box) {
  constexpr double step = 1e-6;
  MatrixXd J = MatrixXd::Zero(at.residuals.size(), at.x.size());
  for (Eigen::Index i = 0; i < at.x.size(); ++i) {
    VectorXd beside = at.x;
    const double d = beside(i) + step > box.upper(i) ? -step : step;
    beside(i) += d;
    if (const std::optional<VectorXd> there = r(beside)) J.col(i) = (*there - at.residuals) / d;
  }
  return J;
}

}  // namespace

std::optional<SquaresMinimum> levenberg_marquardt(const Residuals& r, VectorXd x, const Box& box,
                                                  int most_steps) {
  constexpr double enough = 1e-5, smallest = 1e-8, largest = 1e8;
  x = x.cwiseMax(box.lower).cwiseMin(box.upper);
  const std::optional<VectorXd> first = r(x);
  if (!first) return {};
  SquaresMinimum best{x, *first};
  if (x.size() == 0) return best;
  double damping = 1e-2;
  for (int step = 0, n_small = 0; step < most_steps && n_small < 3; ++step) {
    const MatrixXd J = slopes(r, best, box);
    const MatrixXd normal = J.transpose() * J;
    const VectorXd slope = J.transpose() * best.residuals;
    const double before = best.residuals.norm();
    bool is_better = false;
    while (!is_better && damping < largest) {
      MatrixXd damped = normal;
      damped.diagonal() +=
          damping * (normal.diagonal().array() + 1e-12 * normal.diagonal().maxCoeff()).matrix();
      const VectorXd next = (best.x - damped.ldlt().solve(slope)).cwiseMax(box.lower).cwiseMin(box.upper);
      const std::optional<VectorXd> there = next.allFinite() ? r(next) : std::nullopt;
      is_better = there && there->norm() < before;
      if (is_better) best = {next, *there};
      damping = is_better ? std::max(damping / 5, smallest) : damping * 4;
    }
    if (!is_better) break;
    n_small = best.residuals.norm() > (1 - enough) * before ? n_small + 1 : 0;
  }
  return best;
}

}  // namespace dgsolve
