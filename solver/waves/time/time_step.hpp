/// The time step for a CFL number, and the cell that limits it.
#pragma once

#include <string>

#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

struct TimeStep {
  double dt = 0;
  int cell = 0;            ///< the cell with the smallest limit, or the given one
  double altitude = 0;     ///< its smallest altitude, m
  double speed = 0;        ///< its largest wave speed, m/s; in the initial state, where it depends on that
  double relaxation = 0;   ///< its largest relaxation rate, 1/s
  double diffusivity = 0;  ///< its largest one, m²/s
  double cfl = 0;          ///< dt in units of 80 % of its limit
  double cfl_of_relaxation = 0;  ///< the part of it due to relaxation,
  double cfl_of_diffusion = 0;   ///< and to diffusion; the rest is due to waves, or to a circuit
  /// A circuit on faces that asks for a smaller step than all cells: its boundary group; empty: none does.
  /// Parts of cfl are 0 then.
  std::string circuit = {};
};

/// dt = cfl · 0.8 · limit of the most restrictive cell or circuit, of which the smaller one holds; or the
/// case's dt, with its CFL number. Throws std::invalid_argument where nothing limits it, and, naming the
/// group, where a circuit asks for a far smaller step than all cells.
TimeStep choose_time_step(const SpatialOperator& op, const TimeOptions& options);

/// How far samples are apart at most, s: a step dt of choose_time_step; where steps follow the state eight of
/// them, so that waves which grow faster cost one step more in eight; the case's dt, where it has one.
double distance_of_samples(const SpatialOperator& op, const TimeOptions& options, double dt);

/// What limits the step in one cell, and the CFL number of dt there.
TimeStep step_in_cell(const SpatialOperator& op, int cell, double dt);
/// [K]: a value of step_in_cell(op, e, dt).
std::vector<double> values_of_steps(const SpatialOperator& op, double dt, double (*value)(const TimeStep&));

/// The largest step ≤ dt that divides the interval, and the number of steps: output times are met exactly.
struct Steps {
  long n;
  double dt;
};
Steps divide_interval(double interval, double dt);

}  // namespace dgsolve
