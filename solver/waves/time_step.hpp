/// The time step that the CFL number allows, and the cell that sets it.
#pragma once

#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

struct TimeStep {
  double dt = 0;
  int cell = 0;           ///< the cell whose limit is smallest, or the one asked for
  double altitude = 0;    ///< its smallest altitude, m
  double speed = 0;       ///< its largest wave speed, m/s
  double relaxation = 0;  ///< its largest relaxation rate, 1/s
  double cfl = 0;         ///< dt in units of 80 % of its limit
};

/// dt at the stability limit is stability_limit(…) · altitude / wave speed; by experiment for every N, with
/// LSRK45, on the meshes of tests/solver/waves/time_step.cpp, which repeats it.
double stability_limit(int dim, int N, double alpha);

/// dt = cfl · 0.8 · limit of the most restrictive cell, or the case's own dt with the CFL number it amounts
/// to.
TimeStep choose_time_step(const SpatialOperator& op, const TimeOptions& options);

/// What limits the step in one cell: dt, with the CFL number it has there.
TimeStep step_in_cell(const SpatialOperator& op, int cell, double dt);

/// The part of a step's CFL number that relaxation has; the rest is the waves'.
double cfl_of_relaxation(const TimeStep& step);

/// The largest step ≤ dt that divides the interval, and how many of them: output times are met exactly.
struct Steps {
  long n;
  double dt;
};
Steps divide_interval(double interval, double dt);

}  // namespace dgsolve
