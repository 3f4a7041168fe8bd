/// What a run in time costs, measured with the parts it is made of before it begins.
#pragma once

#include "app/problem/check_parts.hpp"
#include "io/case/case.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

struct Calibration : RunCost {
  double step_seconds = 0;  ///< a step, with its share of the checks of the energy
};

/// Takes steps of no length from a state, and writes each output once, in a temporary folder beside the
/// output folder. n_steps: of the whole run.
/// Throws MeshError where a probe is outside the mesh, and std::runtime_error where no file can be written.
Calibration calibrate(const Case& input, SpatialOperator& op, const Mesh& mesh, const InitialState& initial,
                      long n_steps);

}  // namespace dgsolve
