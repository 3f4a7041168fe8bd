#include "solver/discretization/cell_map.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/reference/basis.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {

Matrix geometry_modes(const Mesh& mesh) {
  return inverse(basis(mesh.dim, mesh.geometry_order, mesh.reference_nodes));
}

CellMap::CellMap(const Mesh& mesh, const std::vector<double>& points)
    : CellMap(mesh, points, geometry_modes(mesh)) {}

CellMap::CellMap(const Mesh& mesh, const std::vector<double>& points, const Matrix& modes) : mesh_(mesh) {
  const int dim = mesh.dim, p = mesh.geometry_order;
  values_ = basis(dim, p, points) * modes;
  derivatives_ = Matrix(values_.rows * dim, values_.cols);
  for (int j = 0; j < dim; ++j) {
    const Matrix along = basis_derivative(dim, p, j, points) * modes;
    for (int q = 0; q < along.rows; ++q)
      std::copy_n(&along.a[q * along.cols], along.cols, &derivatives_.a[(q * dim + j) * along.cols]);
  }
}

void CellMap::coordinates(int e, double* x) const {
  const int dim = mesh_.dim, n_geo = values_.cols;
  const int* element = &mesh_.elements[static_cast<std::size_t>(e) * n_geo];
  std::fill_n(x, size() * dim, 0.0);
  for (int q = 0; q < size(); ++q)
    for (int g = 0; g < n_geo; ++g)
      for (int i = 0; i < dim; ++i) x[q * dim + i] += values_(q, g) * mesh_.nodes[element[g]][i];
}

void CellMap::derivatives(int e, double* dxdr) const {
  const int dim = mesh_.dim, n_geo = values_.cols;
  const int* element = &mesh_.elements[static_cast<std::size_t>(e) * n_geo];
  std::fill_n(dxdr, size() * dim * dim, 0.0);
  for (int q = 0; q < size(); ++q)
    for (int g = 0; g < n_geo; ++g)
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          dxdr[(q * dim + i) * dim + j] += derivatives_(q * dim + j, g) * mesh_.nodes[element[g]][i];
}

void CellMap::jacobians(int e, double* J) const {
  const int dim = mesh_.dim;
  std::vector<double> dxdr(static_cast<std::size_t>(size()) * dim * dim);
  derivatives(e, dxdr.data());
  double metric[9];
  for (int q = 0; q < size(); ++q) J[q] = jacobian_and_metric(dim, &dxdr[q * dim * dim], metric);
}

double jacobian_and_metric(int dim, const double* dxdr, double* metric) {
  if (dim == 2) {
    const double xr = dxdr[0], xs = dxdr[1], yr = dxdr[2], ys = dxdr[3];
    metric[0] = ys;
    metric[1] = -xs;
    metric[2] = -yr;
    metric[3] = xr;
    return xr * ys - xs * yr;
  }
  // J∇r = ∂x/∂s × ∂x/∂t, and cyclically.
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      metric[i * 3 + j] = dxdr[j1 * 3 + i1] * dxdr[j2 * 3 + i2] - dxdr[j2 * 3 + i1] * dxdr[j1 * 3 + i2];
    }
  return dxdr[0] * metric[0] + dxdr[3] * metric[1] + dxdr[6] * metric[2];
}

std::vector<double> map_points(const Mesh& mesh, const std::vector<double>& reference_points) {
  const CellMap map(mesh, reference_points);
  std::vector<double> x(static_cast<std::size_t>(mesh.n_elements()) * reference_points.size());
#pragma omp parallel for
  for (int e = 0; e < mesh.n_elements(); ++e) map.coordinates(e, &x[e * reference_points.size()]);
  return x;
}

std::vector<double> jacobians(const Mesh& mesh, const std::vector<double>& reference_points) {
  const CellMap map(mesh, reference_points);
  const std::size_t n = map.size();
  std::vector<double> J(mesh.n_elements() * n);
#pragma omp parallel for
  for (int e = 0; e < mesh.n_elements(); ++e) map.jacobians(e, &J[e * n]);
  return J;
}

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

std::string format_point(int dim, const double* x) {
  std::string text = "(";
  for (int d = 0; d < dim; ++d) text += (d > 0 ? ", " : "") + exact_text(x[d]);
  return text + ')';
}

}  // namespace dgsolve
