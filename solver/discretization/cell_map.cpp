#include "solver/discretization/cell_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/reference/basis.hpp"
#include "solver/reference/nodes.hpp"
#include "solver/reference/quadrature.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

std::array<double, 9> straight_derivatives(const Mesh& mesh, int e) {
  std::array<double, 9> dxdr{};
  for (int i = 0; i < mesh.dim; ++i)
    for (int j = 0; j < mesh.dim; ++j)
      dxdr[i * mesh.dim + j] = (mesh.vertex(e, j + 1)[i] - mesh.vertex(e, 0)[i]) / 2;
  return dxdr;
}

bool is_straight(const Mesh& mesh, int e) {
  constexpr double tolerance = 1e-12;
  const int dim = mesh.dim;
  if (mesh.geometry_order == 1) return true;
  const std::array<double, 9> dxdr = straight_derivatives(mesh, e);
  double squares = 0;
  for (const double d : dxdr) squares += d * d;
  const double size = std::sqrt(squares);
  for (int g = dim + 1; g < mesh.nodes_per_element; ++g)
    for (int i = 0; i < dim; ++i) {
      double straight = mesh.vertex(e, 0)[i];
      for (int j = 0; j < dim; ++j) straight += dxdr[i * dim + j] * (1 + mesh.reference_nodes[g * dim + j]);
      if (!(std::abs(mesh.vertex(e, g)[i] - straight) <= tolerance * size)) return false;
    }
  return true;
}

Matrix geometry_modes(const Mesh& mesh) {
  return inverse(basis(mesh.dim, mesh.geometry_order, mesh.reference_nodes));
}

Matrix lower_geometry_modes(const Mesh& mesh) {
  const int dim = mesh.dim, p = mesh.geometry_order;
  const std::vector<double> lower = warp_blend_nodes(dim, p - 1);
  return geometry_modes(mesh) * interpolation(dim, p - 1, lower, mesh.reference_nodes) *
         interpolation(dim, p, mesh.reference_nodes, lower);
}

CellMap::CellMap(const Mesh& mesh, const std::vector<double>& points)
    : CellMap(mesh, points, geometry_modes(mesh)) {}

CellMap::CellMap(const Mesh& mesh, const std::vector<double>& points, const Matrix& modes)
    : mesh_(mesh), n_(static_cast<int>(points.size()) / mesh.dim), of_vertices_(mesh.dim + 1, n_) {
  const int dim = mesh.dim, p = mesh.geometry_order;
  for (int q = 0; q < n_; ++q) {
    of_vertices_(0, q) = 1;
    for (int j = 0; j < dim; ++j) {
      const double share = (1 + points[q * dim + j]) / 2;
      of_vertices_(j + 1, q) = share;
      of_vertices_(0, q) -= share;
    }
  }
  if (p == 1) return;
  of_nodes_ = transpose(basis(dim, p, points) * modes);
  derivatives_ = Matrix(n_ * dim, of_nodes_.rows);
  for (int j = 0; j < dim; ++j) {
    const Matrix along = basis_derivative(dim, p, j, points) * modes;
    for (int q = 0; q < along.rows; ++q)
      std::copy_n(&along.a[q * along.cols], along.cols, &derivatives_.a[(q * dim + j) * along.cols]);
  }
}

void CellMap::put_coordinates(int e, double* x, std::size_t point_stride, std::size_t axis_stride) const {
  const Matrix& shares = is_straight(mesh_, e) ? of_vertices_ : of_nodes_;
  for (int i = 0; i < mesh_.dim; ++i) {
    double* to = x + i * axis_stride;
    for (int q = 0; q < n_; ++q) to[q * point_stride] = mesh_.vertex(e, 0)[i] * shares(0, q);
    for (int g = 1; g < shares.rows; ++g)
      for (int q = 0; q < n_; ++q) to[q * point_stride] += mesh_.vertex(e, g)[i] * shares(g, q);
  }
}

void CellMap::coordinates(int e, double* x) const { put_coordinates(e, x, mesh_.dim, 1); }

PointRows CellMap::rows(int first, int last) const {
  const std::size_t n = n_;
  PointRows rows(mesh_.dim, n * (last - first));
  for (int e = first; e < last; ++e) put_coordinates(e, &rows.values[(e - first) * n], 1, rows.n);
  return rows;
}

void CellMap::derivatives(int e, double* dxdr) const {
  const int dim = mesh_.dim, n_geo = mesh_.nodes_per_element, square = dim * dim;
  if (is_straight(mesh_, e)) {
    const std::array<double, 9> everywhere = straight_derivatives(mesh_, e);
    for (int q = 0; q < n_; ++q) std::copy_n(everywhere.begin(), square, dxdr + q * square);
    return;
  }
  std::fill_n(dxdr, n_ * square, 0.0);
  for (int q = 0; q < n_; ++q)
    for (int g = 0; g < n_geo; ++g)
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          dxdr[(q * dim + i) * dim + j] += derivatives_(q * dim + j, g) * mesh_.vertex(e, g)[i];
}

void CellMap::jacobians(int e, double* J) const {
  const int dim = mesh_.dim, square = dim * dim;
  double metric[9];
  if (is_straight(mesh_, e)) {
    std::fill_n(J, n_, jacobian_and_metric(dim, straight_derivatives(mesh_, e).data(), metric));
    return;
  }
  std::vector<double> dxdr(static_cast<std::size_t>(n_) * square);
  derivatives(e, dxdr.data());
  for (int q = 0; q < n_; ++q) J[q] = jacobian_and_metric(dim, &dxdr[q * square], metric);
}

std::vector<CellMap> face_maps(const Mesh& mesh, const std::vector<double>& points) {
  const Matrix modes = geometry_modes(mesh);
  std::vector<CellMap> maps;
  maps.reserve(mesh.n_faces());
  for (int f = 0; f < mesh.n_faces(); ++f)
    maps.emplace_back(mesh, points_on_face(mesh.dim, f, points), modes);
  return maps;
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

double integrate(const Mesh& mesh, int degree, std::span<const Expression> densities) {
  const Quadrature rule = data_quadrature(mesh.dim, degree);
  const CellMap map(mesh, rule.points);
  const std::size_t n = rule.size();
  std::vector<double> of_cell(mesh.n_elements());
  for_each_run(RunsOfCells(mesh.n_elements(), rule.size()), [&](int, int first, int last) {
    std::vector<double> J(n), f;
    for_each_stretch(mesh, first, last, [&](int begin, int end) {
      const PointRows x = map.rows(begin, end);
      f.resize(x.n);
      densities[mesh.region[begin]].evaluate(x.axis(0), x.axis(1), x.axis(2), 0, f);
      for (int e = begin; e < end; ++e) {
        map.jacobians(e, J.data());
        for (std::size_t q = 0; q < n; ++q) of_cell[e] += rule.weights[q] * J[q] * f[(e - begin) * n + q];
      }
    });
  });
  return std::accumulate(of_cell.begin(), of_cell.end(), 0.0);
}

std::string format_point(int dim, const double* x) {
  std::string text = "(";
  for (int d = 0; d < dim; ++d) text += (d > 0 ? ", " : "") + exact_text(x[d]);
  return text + ')';
}

}  // namespace dgsolve
