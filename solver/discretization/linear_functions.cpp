#include "solver/discretization/linear_functions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/base/cell_loop.hpp"

namespace dgsolve {
namespace {

/// At node k of a cell with coordinates x [Np][dim] and their derivatives dxdr [dim][dim] there: the largest
/// |∇(I x_i) − ∇x_i|, I the interpolation at the nodes.
double error_at(const ReferenceElement& r, int k, const double* x, const double* dxdr) {
  const int dim = r.dim, Np = r.Np;
  double metric[9];
  const double J = jacobian_and_metric(dim, dxdr, metric);
  double worst = 0;
  for (int i = 0; i < dim; ++i) {
    double squares = 0, along[3] = {};  // ∂(I x_i)/∂r_j
    for (int j = 0; j < dim; ++j)
      for (int m = 0; m < Np; ++m)
        along[j] += r.D[(static_cast<std::size_t>(j) * Np + k) * Np + m] * x[m * dim + i];
    for (int axis = 0; axis < dim; ++axis) {
      double slope = axis == i ? -1 : 0;
      for (int j = 0; j < dim; ++j) slope += along[j] * metric[j * dim + axis] / J;
      squares += slope * slope;
    }
    worst = std::max(worst, std::sqrt(squares));
  }
  return worst;
}

}  // namespace

std::optional<UniformFieldError> uniform_field_error(const NodalSpace& space) {
  const Mesh& mesh = space.mesh;
  const ReferenceElement& r = space.element;
  if (mesh.geometry_order <= r.N) return {};
  std::vector<UniformFieldError> of_cell(space.K());
  for_each_cell(space.K(), [&](int e) {
    if (is_straight(mesh, e)) return;
    const std::size_t square = static_cast<std::size_t>(r.dim) * r.dim;
    const std::vector<double> x = space.nodes_of(e);
    std::vector<double> dxdr(r.Np * square);
    space.node_map.derivatives(e, dxdr.data());
    for (int k = 0; k < r.Np; ++k) {
      const double error = error_at(r, k, x.data(), &dxdr[k * square]);
      if (error <= of_cell[e].share) continue;
      of_cell[e].share = error;
      std::copy_n(&x[k * r.dim], r.dim, of_cell[e].point.begin());
    }
  });
  return *std::ranges::max_element(of_cell, {}, &UniformFieldError::share);
}

}  // namespace dgsolve
