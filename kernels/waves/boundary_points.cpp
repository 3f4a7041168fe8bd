#include "kernels/waves/boundary_points.hpp"

namespace dgsolve {

std::vector<double> boundary_points(const WaveProblem& problem, int element, int face) {
  const ReferenceView& reference = problem.reference;
  const int dim = reference.dim, curved = problem.geometry.curved_index[element];
  if (curved >= 0) {
    const std::size_t n = static_cast<std::size_t>(problem.quadrature.Nfq) * dim;
    const double* first = &problem.face_point_coordinates[(curved * reference.n_faces + face) * n];
    return {first, first + n};
  }
  std::vector<double> points;
  for (int m = 0; m < reference.Nfp; ++m) {
    const std::size_t node = reference.face_nodes[face * reference.Nfp + m];
    const double* x =
        &problem.node_coordinates[(static_cast<std::size_t>(element) * reference.Np + node) * dim];
    points.insert(points.end(), x, x + dim);
  }
  return points;
}

}  // namespace dgsolve
