#include "mesh/gmsh/module/flat_cells.hpp"

#include <algorithm>

#include "mesh/base/points.hpp"
#include "mesh/gmsh/module/gmsh_model.hpp"

namespace dgsolve {

FlatCells measure_flat_cells() {
  set_geometric_order(2);
  const std::vector<double> edges = quadratic_edges();
  set_geometric_order(1);
  FlatCells worst;
  for (std::size_t i = 0; i < edges.size(); i += 9) {
    Point a, b, middle, straight;
    std::copy_n(&edges[i], 3, a.begin());
    std::copy_n(&edges[i + 3], 3, b.begin());
    std::copy_n(&edges[i + 6], 3, middle.begin());
    for (int k = 0; k < 3; ++k) straight[k] = (a[k] + b[k]) / 2;
    const double off = distance(middle, straight), bend = off / distance(a, b);
    if (bend > worst.bend) worst = {off, bend};
  }
  return worst;
}

}  // namespace dgsolve
