#include "solver/lsrk45.hpp"

#include <utility>

namespace dgsolve {

Lsrk45::Lsrk45(SpatialOperator& op, std::span<const double> initial)
    : backend_(op.backend),
      u_(backend_.allocate()),
      next_(backend_.allocate()),
      residual_(backend_.allocate()) {
  backend_.upload(initial, *u_);
}

void Lsrk45::advance(double t, double dt, long n) {
  for (long step = 0; step < n; ++step)
    for (int i = 0; i < n_stages; ++i) {
      backend_.stage({a[i], b[i], dt, t + (static_cast<double>(step) + c[i]) * dt}, *u_, *residual_, *next_);
      std::swap(u_, next_);
    }
}

void Lsrk45::download(std::span<double> state) const { backend_.download(*u_, state); }

}  // namespace dgsolve
