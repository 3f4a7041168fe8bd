#include "solver/electromagnetics/ports/section_space.hpp"

#include <fmt/core.h>

#include <stdexcept>

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
      map_(section, rule.points) {}

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

Location SectionSpace::locate(int cell, const Point& x) const {
  if (const std::optional<Location> where = d.locate_in(cell, x)) return *where;
  throw std::invalid_argument(
      fmt::format("point {} of the port's plane is not in its face {}", format_point(2, x.data()), cell));
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
