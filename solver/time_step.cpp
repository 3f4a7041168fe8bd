#include "solver/time_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/lsrk45.hpp"

namespace dgsolve {
namespace {

// Step limit in units of smallest altitude / wave speed, N = 1…10: the smallest of those found on a box of
// right-angled triangles, or of Kuhn tetrahedra, and on that box squeezed to a tenth along one axis or two,
// with pec walls and random data. Other shapes allow up to twice as much.
constexpr double upwind_limit[2][10] = {
    {0.477, 0.269, 0.184, 0.128, 0.0984, 0.0753, 0.0609, 0.0492, 0.0414, 0.0347},
    {0.300, 0.183, 0.131, 0.0933, 0.0718, 0.0557, 0.0444, 0.0361, 0.0299, 0.0251}};
constexpr double central_limit[2][10] = {
    {0.580, 0.316, 0.204, 0.142, 0.104, 0.0798, 0.0626, 0.0506, 0.0417, 0.0349},
    {0.427, 0.254, 0.170, 0.122, 0.0916, 0.0711, 0.0562, 0.0459, 0.0380, 0.0320}};

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
