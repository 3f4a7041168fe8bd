#define EIGEN_DONT_PARALLELIZE  // dense.cpp says why
#include "solver/linear/constrained_squares.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <vector>

namespace dgsolve {

using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

/// The unknowns that may differ from 0, and their least squares without bounds.
class FreeUnknowns {
 public:
  FreeUnknowns(const MatrixXd& E, const VectorXd& f) : E_(E), f_(f), is_free_(E.cols(), false) {}

  bool contains(Eigen::Index j) const { return is_free_[j]; }
  std::size_t size() const { return list_.size(); }
  void add(Eigen::Index j) {
    is_free_[j] = true;
    list_.push_back(j);
  }
  void drop_zeros(const VectorXd& u) {
    std::erase_if(list_, [&](Eigen::Index j) {
      is_free_[j] = u(j) > 0;
      return !is_free_[j];
    });
  }
  VectorXd solve() const {
    MatrixXd columns(E_.rows(), static_cast<Eigen::Index>(list_.size()));
    for (std::size_t i = 0; i < list_.size(); ++i)
      columns.col(static_cast<Eigen::Index>(i)) = E_.col(list_[i]);
    return columns.colPivHouseholderQr().solve(f_);
  }
  const std::vector<Eigen::Index>& list() const { return list_; }

 private:
  const MatrixXd& E_;
  const VectorXd& f_;
  std::vector<bool> is_free_;
  std::vector<Eigen::Index> list_;
};

/// Goes from u towards the solution s of the free unknowns, as far as none becomes negative; true: all the
/// way.
bool go_towards(const VectorXd& s, const std::vector<Eigen::Index>& free, VectorXd& u) {
  double share = 1;
  Eigen::Index stops = -1;
  for (std::size_t i = 0; i < free.size(); ++i)
    if (const double from = u(free[i]), to = s(static_cast<Eigen::Index>(i)); to <= 0)
      if (const double way = from / (from - to); stops < 0 || way < share) {
        share = way;
        stops = free[i];
      }
  for (std::size_t i = 0; i < free.size(); ++i)
    u(free[i]) += share * (s(static_cast<Eigen::Index>(i)) - u(free[i]));
  if (stops >= 0) u(stops) = 0;
  return stops < 0;
}

/// u ≥ 0 that minimises |Eu − f|, by an active set (Lawson & Hanson, ibid., NNLS).
VectorXd non_negative_squares(const MatrixXd& E, const VectorXd& f) {
  constexpr double round_off = 1e-13;
  constexpr int most = 300;  // steps; usually about as many as E has rows
  const VectorXd sizes = E.colwise().norm().cwiseMax(std::numeric_limits<double>::min()).transpose();
  VectorXd u = VectorXd::Zero(E.cols());
  FreeUnknowns free(E, f);
  for (int step = 0; step < most; ++step) {
    const VectorXd slope = (E.transpose() * (f - E * u)).cwiseQuotient(sizes);
    Eigen::Index steepest = -1;
    for (Eigen::Index j = 0; j < slope.size(); ++j)
      if (!free.contains(j) && (steepest < 0 || slope(j) > slope(steepest))) steepest = j;
    if (steepest < 0 || slope(steepest) <= round_off * f.norm() ||
        free.size() == static_cast<std::size_t>(E.rows()))
      break;
    free.add(steepest);
    while (!free.list().empty() && !go_towards(free.solve(), free.list(), u)) free.drop_zeros(u);
  }
  return u;
}

}  // namespace

std::optional<VectorXd> constrained_squares(const MatrixXd& A, const VectorXd& b, const MatrixXd& G,
                                            const VectorXd& h) {
  constexpr double dependent = 1e-12;
  const Eigen::Index n = A.cols();
  const VectorXd sizes = A.colwise().norm().transpose();
  if (A.rows() < n || !sizes.allFinite() || sizes.minCoeff() == 0) return {};
  const Eigen::HouseholderQR<MatrixXd> qr(A * sizes.cwiseInverse().asDiagonal());
  const auto R = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  if (qr.matrixQR().diagonal().head(n).cwiseAbs().minCoeff() < dependent) return {};
  VectorXd Qb = b;
  Qb.applyOnTheLeft(qr.householderQ().transpose());
  // The rows of G (diag sizes)⁻¹ R⁻¹, of length 1: a constraint means the same whatever its factor.
  MatrixXd E(n + 1, G.rows());
  E.topRows(n) = R.transpose().solve((G * sizes.cwiseInverse().asDiagonal()).transpose());
  E.row(n) = h.transpose() - Qb.head(n).transpose() * E.topRows(n);
  for (Eigen::Index j = 0; j < E.cols(); ++j)
    if (const double size = E.col(j).head(n).norm(); size > 0) E.col(j) /= size;
  VectorXd f = VectorXd::Zero(n + 1);
  f(n) = 1;
  const VectorXd residual = E * non_negative_squares(E, f) - f;
  if (!(residual(n) < -dependent)) return {};
  const VectorXd z = -residual.head(n) / residual(n);
  const VectorXd x = R.solve(z + Qb.head(n)).cwiseQuotient(sizes);
  if (!x.allFinite()) return {};
  return x;
}

}  // namespace dgsolve
