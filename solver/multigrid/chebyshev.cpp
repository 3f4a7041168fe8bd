#include "solver/multigrid/chebyshev.hpp"

namespace dgsolve {

ChebyshevSmoother::ChebyshevSmoother(LinearAlgebra& algebra, LinearMap& a, LinearMap& s, int degree,
                                     double largest)
    : algebra_(algebra),
      a_(a),
      s_(s),
      degree_(degree),
      middle_((1 + smallest_share(degree)) / 2 * largest),
      half_width_((1 - smallest_share(degree)) / 2 * largest),
      r_(algebra.vector(a.rows, a.precision)),
      d_(algebra.vector(a.rows, a.precision)) {}

void ChebyshevSmoother::smooth_from_zero(const DeviceVector& b, DeviceVector& x) {
  s_.multiply(1 / middle_, b, 0, x, x);
  later_steps(b, x, x);
}

void ChebyshevSmoother::smooth(const DeviceVector& b, DeviceVector& x) {
  a_.residual(b, x, *r_);
  s_.multiply(1 / middle_, *r_, 0, *d_, *d_, &x);
  later_steps(b, *d_, x);
}

void ChebyshevSmoother::later_steps(const DeviceVector& b, const DeviceVector& first, DeviceVector& x) {
  double rho = half_width_ / middle_;
  const DeviceVector* d = &first;
  for (int step = 1; step < degree_; ++step) {
    a_.residual(b, x, *r_);
    const double next = 1 / (2 * middle_ / half_width_ - rho);
    s_.multiply(2 * next / half_width_, *r_, next * rho, *d, *d_, &x);
    d = d_.get();
    rho = next;
  }
}

}  // namespace dgsolve
