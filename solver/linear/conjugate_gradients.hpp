/// Preconditioned conjugate gradients, the same for every device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// z ← M r; both in double precision. M is symmetric, positive definite, and the same in every call.
  virtual void apply(const DeviceVector& r, DeviceVector& z) = 0;
  /// Where the time went that making it took, as far as it has parts.
  virtual std::vector<TimePhase> set_up_times() const { return {}; }
};

struct SolveReport {
  int iterations = 0;
  bool converged = false;
  double relative_residual = 0;  ///< ‖b − A x‖₂ / ‖b‖₂, computed from the x returned
  std::vector<double> history;   ///< relative residual before the first and after each iteration
  std::string reason;            ///< why the residual is above the tolerance, else empty
};

/// Solves A x = b for symmetric positive definite A (semi-definite, where b is in its range) from x = 0,
/// until ‖b − A x‖₂ ≤ tolerance ‖b‖₂, for one b after another. The host reads the recursive residual only now
/// and then, as seldom as convergence allows. When that residual is small enough, the true residual is
/// computed; if round-off has separated the two, the iteration starts again from the current x. Where
/// rounding x to double precision alone explains the residual, no better x exists: the solve counts as
/// converged, and `reason` says so. Without convergence x becomes the best iterate whose residual was read.
class ConjugateGradients {
 public:
  /// Keeps references. max_iterations: the most that a solve asks for. Throws std::invalid_argument where it
  /// is not positive.
  ConjugateGradients(LinearAlgebra& algebra, LinearMap& A, Preconditioner& M, DeviceVector& x,
                     int max_iterations);
  ConjugateGradients(const ConjugateGradients&) = delete;  // a recording keeps a pointer to this
  ConjugateGradients& operator=(const ConjugateGradients&) = delete;

  /// Throws std::invalid_argument where the tolerance is not positive, or max_iterations is not among 1 … the
  /// most.
  SolveReport solve(const DeviceVector& b, double tolerance, int max_iterations);

 private:
  double norm(const DeviceVector& v);
  /// Iterates from x and its residual r until the recursive residual is small enough or the iteration fails.
  CgStatus run(double tolerance, int max_iterations);
  void iterate();
  /// Iterations until the next reading: somewhat fewer than the tolerance needs at the mean rate so far.
  int next_reading(double start, int done, double tolerance) const;
  void remember_best(double relative_residual);
  /// The relative residual caused by rounding x to double precision: ‖A δ‖ with |δ_i| = ε |x_i| and random
  /// signs.
  double round_off();
  SolveReport give_up(const DeviceVector& b, const std::string& reason);

  LinearAlgebra& algebra_;
  LinearMap& A_;
  Preconditioner& M_;
  DeviceVector& x_;
  const int most_iterations_;
  std::unique_ptr<DeviceScalar> scalar_;
  std::unique_ptr<DeviceVector> r_, z_, p_, Ap_, best_;
  std::unique_ptr<CgState> state_;
  std::unique_ptr<Recording> iteration_;
  // The state of the solve that runs.
  double b_norm_ = 0, best_residual_ = 0;
  SolveReport report_;
};

}  // namespace dgsolve
