#include "app/waves/cell_text.hpp"

#include <cstdio>

namespace dgsolve {

std::string cell_text(const SpatialOperator& op, const TimeStep& step) {
  char figures[96];
  if (step.cfl_of_relaxation > step.cfl / 2)
    std::snprintf(figures, sizeof figures, ", by its relaxation time epsilon/sigma = %.3g",
                  1 / step.relaxation);
  else
    std::snprintf(figures, sizeof figures, ", smallest altitude %.3g, wave speed %.4g", step.altitude,
                  step.speed);
  return place_text(op.discretization.mesh, step.cell) + figures;
}

}  // namespace dgsolve
