/// What an elliptic run costs, measured with the parts it is made of before it begins.
#pragma once

#include "app/problem/run_cost.hpp"
#include "io/case/case.hpp"
#include "kernels/device/device.hpp"
#include "solver/elliptic/operator.hpp"

namespace dgsolve {

struct EllipticCalibration : RunCost {
  double setup_seconds = 0;  ///< right-hand side and preconditioner
  double solve_seconds = 0;
  int iterations = 0;  ///< until the tolerance, or max_iterations where it takes more
  /// The residual of so many iterations was followed; less than `iterations`: the rest is its rate.
  int tried = 0;
  bool enough = true;          ///< max_iterations will do
  bool has_data = true;        ///< the right-hand side is not 0
  double results_seconds = 0;  ///< fluxes, energy, errors
};

/// Makes the preconditioner, iterates for a second or until the end, and writes each output once, in a folder
/// of its own beside the output folder, which goes again. Throws what EllipticRun throws.
EllipticCalibration calibrate(const Case& input, const EllipticOperator& op, const Device& device);

}  // namespace dgsolve
