#include "kernels/waves/cell_geometry.hpp"

#include <algorithm>
#include <cmath>

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

void CurvedGeometry::cell(int element, double* to) const {
  const GeometryView& geometry = problem_.geometry;
  const std::size_t first = index(element) * Nq_, n_metric = static_cast<std::size_t>(dim_) * dim_;
  for (std::size_t q = first; q < first + Nq_; ++q) {
    to = std::copy_n(&geometry.curved_metric[q * n_metric], n_metric, to);
    *to++ = 1 / geometry.curved_jacobian[q];
  }
}

void CurvedGeometry::faces(int element, double* to) const {
  const std::size_t n_points = static_cast<std::size_t>(n_faces_) * Nfq_, first = index(element) * n_points;
  for (std::size_t point = first; point < first + n_points; ++point) {
    const double* n = &problem_.geometry.curved_normals[point * dim_];
    double sJ = 0;
    for (int d = 0; d < dim_; ++d) sJ += n[d] * n[d];
    sJ = std::sqrt(sJ);
    for (int d = 0; d < dim_; ++d) *to++ = n[d] / sJ;
    *to++ = sJ;
  }
}

void CurvedGeometry::jacobian(int element, double* to) const {
  const std::span<const double> J = problem_.geometry.curved_jacobian.subspan(index(element) * Nq_, Nq_);
  const auto [smallest, largest] = std::minmax_element(J.begin(), J.end());
  to[0] = *smallest;
  to[1] = *smallest / *largest;
}

}  // namespace dgsolve
