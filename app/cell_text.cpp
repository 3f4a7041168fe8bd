#include "app/cell_text.hpp"

#include <cstdio>

namespace dgsolve {

std::string cell_text(const SpatialOperator& op, const TimeStep& step) {
  const Mesh& mesh = op.discretization.mesh;
  double centre[3] = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int d = 0; d < 3; ++d) centre[d] += mesh.vertex(step.cell, v)[d] / (mesh.dim + 1);
  char figures[192];
  std::snprintf(figures, sizeof figures, " at (%.4g, %.4g, %.4g), smallest altitude %.3g, wave speed %.4g",
                centre[0], centre[1], centre[2], step.altitude, step.speed);
  return "cell " + std::to_string(step.cell) + " in " + mesh.region_names[mesh.region[step.cell]] + figures;
}

}  // namespace dgsolve
