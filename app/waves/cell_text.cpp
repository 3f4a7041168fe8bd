#include "app/waves/cell_text.hpp"

#include <fmt/core.h>

namespace dgsolve {

std::string cell_text(const SpatialOperator& op, const TimeStep& step) {
  const std::string cell = place_text(op.discretization.mesh, step.cell);
  if (step.cfl_of_relaxation > step.cfl / 2)
    return fmt::format("{}, by its relaxation time epsilon/sigma = {:.3g}", cell, 1 / step.relaxation);
  return fmt::format("{}, smallest altitude {:.3g}, wave speed {:.4g}", cell, step.altitude, step.speed);
}

}  // namespace dgsolve
