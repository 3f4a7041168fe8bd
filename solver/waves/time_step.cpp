#include "solver/waves/time_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dgsolve {
namespace {

// Step limit in units of smallest altitude / wave speed, N = 1…10: the smallest limit found on a box of
// right-angled triangles or Kuhn tetrahedra, and on that box compressed to a tenth along one or two axes,
// with pec walls and random data. Other shapes allow up to twice as much.
constexpr double upwind_limit[2][10] = {
    {0.477, 0.269, 0.184, 0.128, 0.0984, 0.0753, 0.0609, 0.0492, 0.0414, 0.0347},
    {0.300, 0.183, 0.131, 0.0933, 0.0718, 0.0557, 0.0444, 0.0361, 0.0299, 0.0251}};
constexpr double central_limit[2][10] = {
    {0.580, 0.316, 0.204, 0.142, 0.104, 0.0798, 0.0626, 0.0506, 0.0417, 0.0349},
    {0.427, 0.254, 0.170, 0.122, 0.0916, 0.0711, 0.0562, 0.0459, 0.0380, 0.0320}};

/// A distance across a cell, m, and the unit normal along it.
struct Width {
  std::array<double, 3> normal;
  double length;
};

/// All of them at a point: over faces, and in 3D between opposite edges. metric: [i][j] ∂r_i/∂x_j, times a
/// scale.
void add_widths(int dim, const double* metric, double scale, std::vector<Width>& widths) {
  double faces[4][3] = {};  // −∇λ of the vertex opposite to the face
  for (int f = 0; f <= dim; ++f) {
    scaled_normal(dim, f, metric, faces[f]);
    for (double& component : faces[f]) component /= 2 * scale;
  }
  const auto add = [&](const double* a, const double* b) {
    std::array<double, 3> n{};
    for (int d = 0; d < dim; ++d) n[d] = a[d] + (b ? b[d] : 0);
    const double size = std::hypot(n[0], n[1], n[2]);
    for (double& component : n) component /= size;
    widths.push_back({n, 1 / size});
  };
  for (int f = 0; f <= dim; ++f) add(faces[f], nullptr);
  for (int f = 1; dim == 3 && f <= dim; ++f) add(faces[0], faces[f]);
}

/// Of a curved cell at its quadrature points, with the smallest J.
std::vector<Width> widths_of(const Discretization& d, int cell) {
  const GeometricFactors& factors = d.factors;
  const int dim = d.mesh.dim, square = dim * dim;
  std::vector<Width> widths;
  if (!factors.is_curved(cell)) {
    add_widths(dim, factors.straight(cell).metric.data(), 1, widths);
    return widths;
  }
  const int Nq = d.element.cell_rule.size();
  const std::size_t first = static_cast<std::size_t>(factors.curved_index[cell]) * Nq;
  for (int q = 0; q < Nq; ++q)
    add_widths(dim, &factors.curved_metric[(first + q) * square], factors.smallest_jacobian(cell), widths);
  return widths;
}

/// The speed and the width with which waves are soonest across the cell. The speed along the normals of faces
/// alone would not do in 3D: a wave that enters by two faces and leaves by the two others sees half of what
/// fills the cell.
void set_crossing(const SpatialOperator& op, const double* c, const std::vector<Width>& widths,
                  TimeStep& step) {
  for (const Width& width : widths) {
    const double speed = op.physics.example_speed(c, width.normal.data());
    if (speed * step.altitude <= step.speed * width.length) continue;
    step.speed = speed;
    step.altitude = width.length;
  }
}

}  // namespace

double stability_limit(int dim, int N, double upwind_share) {
  // Between the two fluxes 1/limit, which measures the operator's norm, is interpolated.
  return 1 /
         (upwind_share / upwind_limit[dim - 2][N - 1] + (1 - upwind_share) / central_limit[dim - 2][N - 1]);
}

TimeStep step_in_cell(const SpatialOperator& op, int cell, double dt) {
  const Discretization& d = op.discretization;
  const int Np = d.element.Np, nodes = op.physics.nodal_coefficients ? Np : 1;
  TimeStep step{dt, cell, d.factors.smallest_altitude[cell]};
  std::vector<Width> widths;
  if (!op.physics.wave_speed) widths = widths_of(d, cell);
  for (int i = 0; i < nodes; ++i) {
    const double* c = op.coefficients.cell(cell, Np) + static_cast<std::ptrdiff_t>(i) * op.coefficients.n;
    if (op.physics.wave_speed)
      step.speed = std::max(step.speed, op.physics.wave_speed(c));
    else
      set_crossing(op, c, widths, step);
    step.relaxation = std::max(step.relaxation, op.physics.relaxation_rate(c));
  }
  step.relaxation += op.models.fastest(cell);  // both act at once
  const double limit = 0.8 *
                       stability_limit(d.mesh.dim, d.element.N, op.physics.upwind_share(op.flux_parameters)) *
                       op.scheme.share_of_step;
  step.cfl_of_relaxation = dt * step.relaxation / (0.8 * op.scheme.real_axis_limit);
  step.cfl = dt * step.speed / (limit * step.altitude) + step.cfl_of_relaxation;
  return step;
}

std::vector<double> values_of_steps(const SpatialOperator& op, double dt, double (*value)(const TimeStep&)) {
  std::vector<double> values(op.discretization.K());
#pragma omp parallel for
  for (int e = 0; e < op.discretization.K(); ++e) values[e] = value(step_in_cell(op, e, dt));
  return values;
}

TimeStep choose_time_step(const SpatialOperator& op, const TimeOptions& options) {
  TimeStep strictest;  // of a step of 1: its CFL number is then the rate that limits dt
#pragma omp parallel
  {
    TimeStep of_thread;
#pragma omp for schedule(static) nowait
    for (int e = 0; e < op.discretization.K(); ++e) {
      const TimeStep step = step_in_cell(op, e, 1);
      if (step.cfl > of_thread.cfl) of_thread = step;
    }
#pragma omp critical(strictest_step)  // of equal ones the first
    if (of_thread.cfl > strictest.cfl || (of_thread.cfl == strictest.cfl && of_thread.cell < strictest.cell))
      strictest = of_thread;
  }
  if (strictest.cfl == 0)
    throw std::invalid_argument(
        "time: the wave speed is 0 in all cells, so that nothing limits the time step");
  const double rate = strictest.cfl;
  strictest.dt = options.dt ? *options.dt : options.cfl / rate;
  strictest.cfl = strictest.dt * rate;
  strictest.cfl_of_relaxation *= strictest.dt;
  return strictest;
}

Steps divide_interval(double interval, double dt) {
  // An interval that is a whole number of steps up to round-off gets no extra step.
  const double n = std::max(1.0, std::ceil(interval / dt * (1 - 1e-12)));
  return {static_cast<long>(n), interval / n};
}

}  // namespace dgsolve
