#include "solver/linear/conjugate_gradients.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace dgsolve {
namespace {

/// Most iterations between two readings of the residual. A run is also no longer than all runs before it
/// together: convergence may quicken, and iterations beyond it cost time.
constexpr int longest_run = 20;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::string reason_of(CgStatus status) {
  switch (status) {
    case CgStatus::indefinite:
      return "the operator is not positive definite";
    case CgStatus::indefinite_preconditioner:
      return "the preconditioner is not positive definite";
    case CgStatus::not_finite:
      return "a value became NaN or infinite";
    case CgStatus::running:
    case CgStatus::converged:
      break;
  }
  return "max_iterations is reached";
}

void check_positive(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw std::invalid_argument(
        fmt::format("conjugate gradients: got {} {:.6g}; expected a number > 0", what, value));
}

}  // namespace

ConjugateGradients::ConjugateGradients(LinearAlgebra& algebra, LinearMap& A, Preconditioner& M,
                                       DeviceVector& x, int max_iterations)
    : algebra_(algebra), A_(A), M_(M), x_(x), most_iterations_(max_iterations), scalar_(algebra.scalar()) {
  check_positive("max_iterations", max_iterations);
  for (auto* vector : {&r_, &z_, &p_, &Ap_, &best_}) *vector = algebra.vector(x.size, x.precision);
  state_ = algebra.cg_state(max_iterations);
  iteration_ = algebra.record([this] { iterate(); }, 1);  // which changes nothing: r is zero
}

SolveReport ConjugateGradients::solve(const DeviceVector& b, double tolerance, int max_iterations) {
  check_positive("tolerance", tolerance);
  if (max_iterations < 1 || max_iterations > most_iterations_)
    throw std::invalid_argument(fmt::format("conjugate gradients: got max_iterations {}; expected 1 to {}",
                                            max_iterations, most_iterations_));
  report_ = {};
  best_residual_ = std::numeric_limits<double>::infinity();
  algebra_.set_zero(x_);
  algebra_.copy(b, *r_);
  b_norm_ = norm(b);
  report_.converged = b_norm_ == 0;
  if (report_.converged) return report_;
  report_.history.push_back(1);
  remember_best(1);
  double true_residual = 1;
  while (true) {
    const CgStatus status = run(tolerance, max_iterations - report_.iterations);
    if (status != CgStatus::converged) return give_up(b, reason_of(status));
    const double before = true_residual;
    A_.residual(b, x_, *r_);
    true_residual = norm(*r_) / b_norm_;
    remember_best(true_residual);
    if (true_residual <= tolerance) break;
    if (!(true_residual < before / 2)) {
      report_.reason = "round-off holds the residual above the tolerance";
      if (true_residual <= round_off()) break;
      return give_up(b, report_.reason);
    }
  }
  report_.converged = true;
  report_.relative_residual = true_residual;
  return report_;
}

double ConjugateGradients::norm(const DeviceVector& v) {
  algebra_.norm(v, *scalar_);
  return algebra_.value(*scalar_);
}

CgStatus ConjugateGradients::run(double tolerance, int max_iterations) {
  algebra_.cg_start(*state_, tolerance * b_norm_);
  const double start = report_.history.back();
  const std::size_t before = report_.history.size();
  int done = 0;
  CgProgress progress;
  for (int next = 1; done < max_iterations && progress.status == CgStatus::running;) {
    for (int i = 0; i < next; ++i) iteration_->replay();
    progress = algebra_.cg_read(*state_);
    done = static_cast<int>(progress.history.size());
    report_.history.resize(before);
    for (const double residual : progress.history) report_.history.push_back(residual / b_norm_);
    remember_best(report_.history.back());
    next = std::min(next_reading(start, done, tolerance), max_iterations - done);
  }
  report_.iterations += done;
  return progress.status;
}

void ConjugateGradients::iterate() {
  M_.apply(*r_, *z_);
  algebra_.cg_direction(*state_, *r_, *z_, *p_);
  A_.apply(*p_, *Ap_);
  algebra_.cg_step(*state_, *p_, *Ap_, x_, *r_);
}

int ConjugateGradients::next_reading(double start, int done, double tolerance) const {
  const double now = report_.history.back(), rate = std::log(start / now) / done;
  const double left = rate > 0 ? std::log(now / tolerance) / rate : longest_run;
  return static_cast<int>(std::clamp(0.7 * left, 1.0, static_cast<double>(std::min(done, longest_run))));
}

void ConjugateGradients::remember_best(double relative_residual) {
  if (!(relative_residual < best_residual_)) return;
  best_residual_ = relative_residual;
  algebra_.copy(x_, *best_);
}

double ConjugateGradients::round_off() {
  std::vector<double> x(x_.size);
  algebra_.download(x_, x);
  std::mt19937 random;
  for (double& value : x) value *= random() % 2 == 0 ? epsilon : -epsilon;
  algebra_.upload(x, *z_);
  A_.apply(*z_, *Ap_);
  return norm(*Ap_) / b_norm_;
}

SolveReport ConjugateGradients::give_up(const DeviceVector& b, const std::string& reason) {
  algebra_.copy(*best_, x_);
  A_.residual(b, x_, *r_);
  report_.relative_residual = norm(*r_) / b_norm_;
  report_.reason = reason;
  return report_;
}

}  // namespace dgsolve
