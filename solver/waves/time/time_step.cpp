#include "solver/waves/time/time_step.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dgsolve {
namespace {

/// The largest one of its nodes.
double speed_in_cell(const SpatialOperator& op, int cell) {
  if (!op.physics.info.linear) return op.speeds.waves[cell];
  const int Np = op.discretization.element.Np, nodes = op.physics.nodal_coefficients ? Np : 1;
  double speed = 0;
  for (int i = 0; i < nodes; ++i)
    speed = std::max(speed, op.physics.wave_speed(op.coefficients.cell(cell, Np) +
                                                  static_cast<std::ptrdiff_t>(i) * op.coefficients.n));
  return speed;
}

/// Puts the limit of the fastest circuit, where it asks for a smaller step than the strictest cell does, in
/// the place of the cell's. Both: of a step of 1. Circuits act at single points, beside waves, so that their
/// rates do not add up. Their limits are those without waves, which take a part of them: above a CFL number
/// of 1 they have no room.
void compare_with_circuits(const SpatialOperator& op, double cfl, TimeStep& strictest) {
  constexpr double tolerable = 10;
  const auto fastest = std::ranges::max_element(op.circuits, {}, &CircuitRate::rate);
  if (fastest == op.circuits.end()) return;
  const double of_waves = strictest.cfl, of_circuit = fastest->rate / op.step_limits().relaxation;
  if (of_circuit > tolerable * of_waves)
    throw std::invalid_argument(
        fmt::format("boundaries.{}: its circuit needs steps of {:.3g}, where waves take {:.3g}; expected one "
                    "at least {:.3g} times slower: a larger L or C, a resistance with a smaller R/L or 1/(R "
                    "C), or without the part",
                    fastest->group, 1 / of_circuit, 1 / of_waves, of_circuit / of_waves / tolerable));
  if (of_circuit / std::min(cfl, 1.0) <= of_waves / cfl) return;
  strictest.cfl = of_circuit;
  strictest.cfl_of_relaxation = strictest.cfl_of_diffusion = 0;
  strictest.circuit = fastest->group;
}

}  // namespace

TimeStep step_in_cell(const SpatialOperator& op, int cell, double dt) {
  const Discretization& d = op.discretization;
  TimeStep step{dt, cell, d.factors.smallest_altitude[cell]};
  step.speed = speed_in_cell(op, cell);
  step.relaxation = op.relaxation(cell);
  const StepLimits limits = op.step_limits();
  step.cfl_of_relaxation = dt * step.relaxation / limits.relaxation;
  if (op.physics.diffusivity) {
    step.diffusivity = op.speeds.diffusivities[cell];
    step.cfl_of_diffusion = dt * step.diffusivity / (limits.diffusion * step.altitude * step.altitude);
  }
  step.cfl =
      dt * step.speed / (limits.waves * step.altitude) + step.cfl_of_diffusion + step.cfl_of_relaxation;
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
  compare_with_circuits(op, options.cfl, strictest);
  const double rate = strictest.cfl;
  const double share = strictest.circuit.empty() ? options.cfl : std::min(options.cfl, 1.0);
  strictest.dt = options.dt ? *options.dt : share / rate;
  strictest.cfl = strictest.dt * rate;
  strictest.cfl_of_relaxation *= strictest.dt;
  strictest.cfl_of_diffusion *= strictest.dt;
  return strictest;
}

double distance_of_samples(const SpatialOperator& op, const TimeOptions& options, double dt) {
  constexpr int steps_between = 8;
  return op.physics.info.linear || options.dt ? dt : steps_between * dt;
}

Steps divide_interval(double interval, double dt) {
  // An interval that is a whole number of steps up to round-off gets no extra step.
  const double n = std::max(1.0, std::ceil(interval / dt * (1 - 1e-12)));
  return {static_cast<long>(n), interval / n};
}

}  // namespace dgsolve
