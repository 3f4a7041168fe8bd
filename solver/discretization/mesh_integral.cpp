#include "solver/discretization/mesh_integral.hpp"

#include <numeric>

#include "kernels/base/cell_loop.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {

double integrate(const Mesh& mesh, int degree,
                 const std::function<std::vector<double>(int e, std::span<const double> x)>& density) {
  const Quadrature rule = simplex_quadrature(mesh.dim, degree);
  const CellMap map(mesh, rule.points);
  std::vector<double> of_cell(mesh.n_elements());
  for_each_cell(mesh.n_elements(), [&](int e) {
    std::vector<double> x(rule.points.size()), J(rule.size());
    map.coordinates(e, x.data());
    map.jacobians(e, J.data());
    const std::vector<double> f = density(e, x);
    for (int q = 0; q < rule.size(); ++q) of_cell[e] += rule.weights[q] * J[q] * f[q];
  });
  return std::accumulate(of_cell.begin(), of_cell.end(), 0.0);  // in the cells' order
}

}  // namespace dgsolve
