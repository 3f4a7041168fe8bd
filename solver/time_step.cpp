#include "solver/time_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/lsrk45.hpp"

namespace dgsolve {
namespace {

// Step limit in units of altitude / wave speed, N = 1…10.
constexpr double upwind_limit[2][10] = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
constexpr double central_limit[2][10] = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

}  // namespace

double stability_limit(int dim, int N, double alpha) {
  // Between the two fluxes the limit follows 1/limit, which is the size of the operator.
  return 1 / (alpha / upwind_limit[dim - 2][N - 1] + (1 - alpha) / central_limit[dim - 2][N - 1]);
}

TimeStep choose_time_step(const SpatialOperator& op, const TimeOptions& options) {
  const Discretization& d = op.discretization;
  const int Np = d.element.Np, nodes = op.physics.nodal_coefficients ? Np : 1;
  const double limit = 0.8 * stability_limit(d.mesh.dim, d.element.N, op.alpha);
  TimeStep step;
  double largest_rate = 0;  // 1/dt at cfl 1
  for (int e = 0; e < d.K(); ++e) {
    double speed = 0, relaxation = 0;
    for (int i = 0; i < nodes; ++i) {
      const double* c = op.coefficients.cell(e, Np) + static_cast<std::ptrdiff_t>(i) * op.coefficients.n;
      speed = std::max(speed, op.physics.wave_speed(c));
      relaxation = std::max(relaxation, op.physics.relaxation_rate(c));
    }
    const double rate =
        speed / (limit * d.factors.smallest_altitude[e]) + relaxation / (0.8 * Lsrk45::real_axis_limit);
    if (rate <= largest_rate) continue;
    largest_rate = rate;
    step.cell = e;
    step.altitude = d.factors.smallest_altitude[e];
    step.speed = speed;
  }
  if (largest_rate == 0)
    throw std::invalid_argument("time: no cell has a wave speed; nothing limits the time step");
  step.dt = options.dt ? *options.dt : options.cfl / largest_rate;
  step.cfl = step.dt * largest_rate;
  return step;
}

Steps divide_interval(double interval, double dt) {
  // An interval that is a whole number of steps up to round-off is not cut once more.
  const double n = std::max(1.0, std::ceil(interval / dt * (1 - 1e-12)));
  return {static_cast<long>(n), interval / n};
}

}  // namespace dgsolve
