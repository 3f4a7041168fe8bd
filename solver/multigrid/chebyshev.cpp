#include "solver/multigrid/chebyshev.hpp"

#include "solver/multigrid/eigenvalue.hpp"

namespace dgsolve {
namespace {

constexpr double safety = 1.1;           // the estimate is from below
constexpr double smallest_share = 0.05;  // of the spectrum that is left to the coarser levels

}  // namespace

ChebyshevSmoother::ChebyshevSmoother(LinearAlgebra& algebra, LinearMap& a, LinearMap& s, int degree)
    : algebra_(algebra),
      a_(a),
      s_(s),
      degree_(degree),
      r_(algebra.vector(a.rows, a.precision)),
      z_(algebra.vector(a.rows, a.precision)),
      d_(algebra.vector(a.rows, a.precision)) {
  const double largest = safety * largest_eigenvalue(algebra, a, s);
  middle_ = (1 + smallest_share) / 2 * largest;
  half_width_ = (1 - smallest_share) / 2 * largest;
}

void ChebyshevSmoother::smooth_from_zero(const DeviceVector& b, DeviceVector& x) {
  algebra_.set_zero(x);
  s_.apply(b, *z_);
  steps(b, x);
}

void ChebyshevSmoother::smooth(const DeviceVector& b, DeviceVector& x) {
  a_.residual(b, x, *r_);
  s_.apply(*r_, *z_);
  steps(b, x);
}

void ChebyshevSmoother::steps(const DeviceVector& b, DeviceVector& x) {
  algebra_.chebyshev_step(0, *d_, 1 / middle_, *z_, x);
  double rho = half_width_ / middle_;
  for (int step = 1; step < degree_; ++step) {
    a_.residual(b, x, *r_);
    s_.apply(*r_, *z_);
    const double next = 1 / (2 * middle_ / half_width_ - rho);
    algebra_.chebyshev_step(next * rho, *d_, 2 * next / half_width_, *z_, x);
    rho = next;
  }
}

}  // namespace dgsolve
