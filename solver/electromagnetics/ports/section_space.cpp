#include "solver/electromagnetics/ports/section_space.hpp"

#include <algorithm>
#include <cmath>

#include "solver/linear/sparse.hpp"
#include "solver/reference/basis.hpp"

namespace dgsolve {
namespace {

std::vector<Matrix> derivatives_at(const ReferenceElement& element, const Quadrature& rule) {
  std::vector<Matrix> D;
  for (int direction = 0; direction < 2; ++direction)
    D.push_back(interpolation_derivative(2, element.N, direction, element.nodes, rule.points));
  return D;
}

/// Aᵀ diag(w) B
Matrix weighted_product(const Matrix& A, const std::vector<double>& w, const Matrix& B) {
  Matrix At = transpose(A);
  scale_columns(At, w);
  return At * B;
}

/// Derivatives along x_j of functions whose derivatives along r, s these are.
Matrix physical(const std::vector<Matrix>& D, const CellAtPoints& cell, int j) {
  Matrix G(D[0].rows, D[0].cols);
  for (int n = 0; n < G.rows; ++n)
    for (int i = 0; i < G.cols; ++i)
      G(n, i) = cell.metric[4 * n + j] * D[0](n, i) + cell.metric[4 * n + 2 + j] * D[1](n, i);
  return G;
}

}  // namespace

SectionSpace::SectionSpace(const Mesh& section, int q)
    : d(section, q, std::vector<bool>(section.boundary_names.size(), true)),
      rule(curved_quadrature(2, 2 * q + 2 * (section.geometry_order - 1))),
      V(interpolation(2, q, d.element.nodes, rule.points)),
      D(derivatives_at(d.element, rule)),
      map_(section, rule.points),
      geometry_modes_(geometry_modes(section)),
      modes_(inverse(d.element.V)) {}

CellAtPoints SectionSpace::at_points(int e) const {
  const int n = rule.size();
  std::vector<double> dxdr(4 * n);
  map_.derivatives(e, dxdr.data());
  CellAtPoints cell{std::vector<double>(n), std::vector<double>(n), std::vector<double>(4 * n)};
  for (int i = 0; i < n; ++i) {
    double* metric = &cell.metric[4 * i];
    cell.J[i] = jacobian_and_metric(2, &dxdr[4 * i], metric);
    for (int k = 0; k < 4; ++k) metric[k] /= cell.J[i];
    cell.weights[i] = rule.weights[i] * cell.J[i];
  }
  return cell;
}

Matrix SectionSpace::stiffness(const CellAtPoints& cell) const {
  const Matrix Gx = physical(D, cell, 0), Gy = physical(D, cell, 1);
  Matrix S = weighted_product(Gx, cell.weights, Gx);
  add_scaled(S, 1, weighted_product(Gy, cell.weights, Gy));
  return S;
}

Matrix SectionSpace::mass(const CellAtPoints& cell) const { return weighted_product(V, cell.weights, V); }

std::vector<double> SectionSpace::gradient(const CellAtPoints& cell, const double* nodal) const {
  std::vector<double> g(2 * rule.size());
  for (int n = 0; n < rule.size(); ++n) {
    double along[2] = {0, 0};
    for (int i = 0; i < d.element.Np; ++i)
      for (int direction = 0; direction < 2; ++direction) along[direction] += D[direction](n, i) * nodal[i];
    for (int j = 0; j < 2; ++j)
      g[2 * n + j] = cell.metric[4 * n + j] * along[0] + cell.metric[4 * n + 2 + j] * along[1];
  }
  return g;
}

std::vector<double> SectionSpace::metric_at(int e, const std::vector<double>& points) const {
  std::vector<double> metric(2 * points.size()), dxdr(2 * points.size());
  CellMap(d.mesh, points, geometry_modes_).derivatives(e, dxdr.data());
  for (std::size_t n = 0; n < points.size() / 2; ++n) {
    const double J = jacobian_and_metric(2, &dxdr[4 * n], &metric[4 * n]);
    for (int k = 0; k < 4; ++k) metric[4 * n + k] /= J;
  }
  return metric;
}

std::vector<double> SectionSpace::gradient(int e, const std::vector<double>& points,
                                           const double* nodal) const {
  const int Np = d.element.Np, n_points = static_cast<int>(points.size() / 2);
  Matrix values(Np, 1);
  std::copy_n(nodal, Np, values.a.begin());
  const Matrix coefficients = modes_ * values;
  const Matrix along_r = basis_derivative(2, q(), 0, points) * coefficients,
               along_s = basis_derivative(2, q(), 1, points) * coefficients;
  const std::vector<double> metric = metric_at(e, points);
  std::vector<double> g;
  for (int n = 0; n < n_points; ++n)
    for (int j = 0; j < 2; ++j)
      g.push_back(metric[4 * n + j] * along_r(n, 0) + metric[4 * n + 2 + j] * along_s(n, 0));
  return g;
}

ContinuousSpace SectionSpace::continuous(const std::vector<BoundarySpace>& walls) const {
  return {d.trace, d.element, walls, std::vector<double>(d.K(), 1.0)};
}

std::vector<double> SectionSpace::nodal(const ContinuousSpace& space,
                                        std::span<const double> unknowns) const {
  std::vector<double> values(space.unknown.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (space.unknown[i] >= 0) values[i] = unknowns[space.unknown[i]];
  return values;
}

std::optional<std::vector<double>> SectionSpace::reference_points(int e, std::span<const double> x) const {
  constexpr double outside = 1e-9, converged = 1e-13;  // of the bi-unit triangle
  std::vector<double> r(x.size(), -1.0 / 3), at(x.size()), dxdr(2 * x.size());
  for (int iteration = 0; iteration < 50; ++iteration) {  // Newton's method; a straight cell needs one step
    const CellMap map(d.mesh, r, geometry_modes_);
    map.coordinates(e, at.data());
    map.derivatives(e, dxdr.data());
    double step = 0;
    for (std::size_t n = 0; n < x.size() / 2; ++n) {
      double metric[4];
      const double J = jacobian_and_metric(2, &dxdr[4 * n], metric);
      for (int i = 0; i < 2; ++i) {
        const double change =
            (metric[2 * i] * (x[2 * n] - at[2 * n]) + metric[2 * i + 1] * (x[2 * n + 1] - at[2 * n + 1])) / J;
        r[2 * n + i] += change;
        step = std::max(step, std::abs(change));
      }
    }
    if (!(step < 20)) return {};
    if (step < converged || (!d.factors.is_curved(e) && iteration == 1)) break;
  }
  for (std::size_t n = 0; n < x.size() / 2; ++n)
    if (!(std::min(r[2 * n], r[2 * n + 1]) > -1 - outside && r[2 * n] + r[2 * n + 1] < outside)) return {};
  return r;
}

CsrMatrix assemble(int rows, int cols, std::span<const int> row_of, std::span<const int> column_of,
                   const std::vector<Matrix>& cells) {
  const InverseIndex places(row_of, rows);
  const int per_row = cells.front().rows, per_column = cells.front().cols;
  return matrix_of_sums(rows, cols, [&](int row, RowSums& sums) {
    for (const int place : places[row]) {
      const int e = place / per_row, i = place % per_row;
      for (int j = 0; j < per_column; ++j)
        if (const int column = column_of[e * per_column + j]; column >= 0) sums.add(column, cells[e](i, j));
    }
  });
}

}  // namespace dgsolve
