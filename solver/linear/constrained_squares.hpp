/// Least squares under linear inequalities.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace dgsolve {

/// x that minimises |Ax − b| under Gx ≥ h, for few unknowns and many inequalities: by QR the shortest vector
/// z = Rx − Qᵀb that they allow, which is the residual of a non-negative problem (Lawson & Hanson, Solving
/// Least Squares Problems (1974), ch. 23, LSI and LDP).
/// Nothing: the inequalities contradict each other, or columns of A depend on each other.
std::optional<Eigen::VectorXd> constrained_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                                   const Eigen::MatrixXd& G, const Eigen::VectorXd& h);

}  // namespace dgsolve
