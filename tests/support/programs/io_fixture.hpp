/// What the tests of outputs share: a mesh with fields.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/fields/writer.hpp"
#include "mesh/box.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve::test {

using PointFunction = std::function<double(const double* x)>;

/// Nodal values of one function a field, canonical.
inline std::vector<double> nodal_state(const NodalSpace& space, const std::vector<PointFunction>& fields) {
  const int Np = space.element.Np, dim = space.mesh.dim;
  std::vector<double> state;
  const std::vector<double> nodes = space.all_nodes();
  for (int e = 0; e < space.K(); ++e)
    for (const PointFunction& f : fields)
      for (int i = 0; i < Np; ++i) {
        double x[3] = {0, 0, 0};
        for (int d = 0; d < dim; ++d) x[d] = nodes[(static_cast<std::size_t>(e) * Np + i) * dim + d];
        state.push_back(f(x));
      }
  return state;
}

/// [−1,1]^dim with n cells along each axis, every boundary a wall.
struct Box {
  Box(
      int dim, int n, int N, int geometry_order = 1, const std::function<void(Mesh&)>& deform = [](Mesh&) {})
      : mesh(make(dim, n, geometry_order, deform)),
        discretization(mesh, N, std::vector<bool>(mesh.boundary_names.size(), true)) {}

  static Mesh make(int dim, int n, int geometry_order, const std::function<void(Mesh&)>& deform) {
    BoxOptions options;
    options.dim = dim;
    options.cells = {n, n, n};
    options.lower = {-1, -1, -1};
    options.jitter = geometry_order == 1 ? 0.2 : 0;
    options.geometry_order = geometry_order;
    Mesh mesh = make_box(options, true);
    deform(mesh);
    return mesh;
  }

  const Mesh mesh;
  const Discretization discretization;
};

}  // namespace dgsolve::test
