#include "app/waves/cell_text.hpp"

#include <cstdio>

namespace dgsolve {

std::string place_text(const Mesh& mesh, int cell) {
  double centre[3] = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int d = 0; d < 3; ++d) centre[d] += mesh.vertex(cell, v)[d] / (mesh.dim + 1);
  char figures[96];
  std::snprintf(figures, sizeof figures, " at (%.4g, %.4g, %.4g)", centre[0], centre[1], centre[2]);
  return "cell " + std::to_string(cell) + " in " + mesh.region_names[mesh.region[cell]] + figures;
}

std::string cell_text(const SpatialOperator& op, const TimeStep& step) {
  char figures[96];
  if (cfl_of_relaxation(step) > step.cfl / 2)
    std::snprintf(figures, sizeof figures, ", by its relaxation time epsilon/sigma = %.3g",
                  1 / step.relaxation);
  else
    std::snprintf(figures, sizeof figures, ", smallest altitude %.3g, wave speed %.4g", step.altitude,
                  step.speed);
  return place_text(op.discretization.mesh, step.cell) + figures;
}

}  // namespace dgsolve
