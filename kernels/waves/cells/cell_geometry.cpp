#include "kernels/waves/cells/cell_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {

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
