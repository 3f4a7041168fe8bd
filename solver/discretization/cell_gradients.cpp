#include "solver/discretization/cell_gradients.hpp"

namespace dgsolve {
namespace {

/// [dim·Np][Np]
Matrix derivatives_of(const ReferenceElement& element) {
  Matrix D(element.dim * element.Np, element.Np);
  D.a = element.D;
  return D;
}

}  // namespace

CellSlopes::CellSlopes(const ReferenceElement& element) : D_(derivatives_of(element)) {}

void slopes_to_gradients(int dim, const double* dxdr, std::size_t n, const double* slopes,
                         double* gradients) {
  double metric[9];  // J ∂r_d/∂x_i, [d][i]
  const double J = jacobian_and_metric(dim, dxdr, metric);
  for (std::size_t f = 0; f < n; ++f)
    for (int i = 0; i < dim; ++i) {
      double sum = 0;
      for (int d = 0; d < dim; ++d) sum += metric[d * dim + i] * slopes[f * dim + d];
      gradients[f * dim + i] = sum / J;
    }
}

CellGradients::CellGradients(const Mesh& mesh, const ReferenceElement& element)
    : dim_(mesh.dim), Np_(element.Np), slopes_(element), map_(mesh, element.nodes) {}

CellGradients::CellGradients(const Mesh& mesh, const ReferenceElement& element,
                             const std::vector<double>& points, const Matrix& from_nodes)
    : dim_(mesh.dim), Np_(element.Np), slopes_(element), map_(mesh, points), from_nodes_(from_nodes) {}

std::vector<double> CellGradients::of_cells(int first, int last, int n_fields,
                                            std::span<const double> values) const {
  Matrix u((last - first) * n_fields, Np_);
  u.a.assign(values.begin(), values.end());
  Matrix slopes = slopes_.of(u);
  slopes.rows *= dim_;
  slopes.cols = Np_;
  if (from_nodes_) slopes = from_nodes_->times_rows(slopes);
  const std::size_t n = map_.size(), of_point = static_cast<std::size_t>(n_fields) * dim_;
  std::vector<double> gradients((last - first) * n * of_point), dxdr(n * dim_ * dim_), at_point(of_point);
  double* to = gradients.data();
  for (int e = first; e < last; ++e) {
    map_.derivatives(e, dxdr.data());
    const double* const of_cell = &slopes.a[(e - first) * of_point * n];
    for (std::size_t q = 0; q < n; ++q, to += of_point) {
      for (std::size_t row = 0; row < of_point; ++row) at_point[row] = of_cell[row * n + q];
      slopes_to_gradients(dim_, &dxdr[q * dim_ * dim_], n_fields, at_point.data(), to);
    }
  }
  return gradients;
}

}  // namespace dgsolve
