#include "solver/waves/sources/delta.hpp"

#include <algorithm>
#include <stdexcept>

#include "solver/discretization/covariant_cells.hpp"

namespace dgsolve {
namespace {

constexpr double tolerance = 1e-9;  ///< of barycentric coordinates, and of a line's length

std::vector<double> product(const Matrix& m, const std::vector<double>& x) {
  std::vector<double> y(m.rows, 0.0);
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.cols; ++j) y[i] += m(i, j) * x[j];
  return y;
}

/// Barycentric coordinates in a straight cell, [dim + 1].
std::array<double, 4> shares_in(const Discretization& d, int e, const Point& x) {
  const int dim = d.mesh.dim;
  const std::array<double, 9> r_x = d.factors.straight(e).metric;
  std::array<double, 4> shares{1, 0, 0, 0};
  for (int i = 0; i < dim; ++i) {
    for (int j = 0; j < dim; ++j)
      shares[i + 1] += r_x[i * dim + j] * (x[j] - d.mesh.vertex(e, 0)[j]) / 2;  // ∂r/∂x on the bi-unit cell
    shares[0] -= shares[i + 1];
  }
  return shares;
}

/// Whether the line's bounding box meets the one of the cell's geometry nodes.
bool may_meet(const Mesh& mesh, int e, const Point& a, const Point& b) {
  for (int d = 0; d < mesh.dim; ++d) {
    double lower = mesh.vertex(e, 0)[d], upper = lower;
    for (int v = 1; v < mesh.nodes_per_element; ++v) {
      lower = std::min(lower, mesh.vertex(e, v)[d]);
      upper = std::max(upper, mesh.vertex(e, v)[d]);
    }
    const double margin = tolerance * (upper - lower);
    if (std::min(a[d], b[d]) > upper + margin || std::max(a[d], b[d]) < lower - margin) return false;
  }
  return true;
}

}  // namespace

std::vector<double> delta_values(const Discretization& d, const Location& location) {
  const ReferenceElement& element = d.element;
  std::vector<double> values =
      product(element.V, product(transpose(element.V), d.interpolation_weights(location)));
  if (!d.factors.is_curved(location.element)) {
    const double J = d.factors.straight(location.element).jacobian;
    for (double& value : values) value /= J;
    return values;
  }
  const Matrix modes = geometry_modes(d.mesh);
  std::vector<double> at_points = product(element.data_V, values), J(at_points.size());
  CellMap(d.mesh, element.data_rule.points, modes).jacobians(location.element, J.data());
  for (std::size_t i = 0; i < J.size(); ++i) at_points[i] /= J[i];
  return product(element.data_project, at_points);
}

std::array<std::vector<double>, 3> covariant_delta_values(const Discretization& d, const Location& location,
                                                          const std::array<double, 3>& p) {
  const CovariantCells cells(d);
  const ReferenceElement& element = cells.element;
  const std::vector<double> values = product(
      element.Vq, product(element.V, product(transpose(element.V), d.interpolation_weights(location))));
  // Σ_l (∂x/∂r_i·∂x/∂r_l)/J ∇r_l(x0)·p: the vector goes by the maps at x0 and at each point.
  const auto maps = [&](const CellMap& map) {
    std::vector<double> dxdr(static_cast<std::size_t>(map.size()) * 9);
    map.derivatives(location.element, dxdr.data());
    return dxdr;
  };
  const std::vector<double> at_x0 = maps(CellMap(d.mesh, {location.r, location.r + 3})),
                            at_points = maps(CellMap(d.mesh, element.cell_rule.points)),
                            at_nodes = maps(d.node_map);
  double metric[9];
  const double J0 = jacobian_and_metric(3, at_x0.data(), metric);
  double contravariant[3];
  for (int l = 0; l < 3; ++l)
    contravariant[l] = (metric[3 * l] * p[0] + metric[3 * l + 1] * p[1] + metric[3 * l + 2] * p[2]) / J0;
  Matrix weighted(element.cell_rule.size(), 3);
  for (int q = 0; q < element.cell_rule.size(); ++q) {
    const double *dxdr = &at_points[q * 9], J = jacobian_and_metric(3, dxdr, metric);
    for (int axis = 0; axis < 3; ++axis) {
      double along = 0;
      for (int l = 0; l < 3; ++l) along += dxdr[axis * 3 + l] * contravariant[l];
      for (int i = 0; i < 3; ++i) weighted(q, i) += dxdr[axis * 3 + i] * along * values[q] / J;
    }
  }
  const Matrix covariant = element.project * weighted;
  std::array<std::vector<double>, 3> nodal;
  for (int axis = 0; axis < 3; ++axis)
    for (int node = 0; node < element.Np; ++node) {
      const double J = jacobian_and_metric(3, &at_nodes[node * 9], metric);
      double value = 0;
      for (int i = 0; i < 3; ++i) value += covariant(node, i) * metric[i * 3 + axis] / J;
      nodal[axis].push_back(value);
    }
  return nodal;
}

std::vector<LineSegment> line_segments(const Discretization& d, const Point& a, const Point& b) {
  std::vector<LineSegment> inside;  // of each cell that the line meets
  std::vector<double> cuts{0, 1};
  for (int e = 0; e < d.K(); ++e) {
    if (!may_meet(d.mesh, e, a, b)) continue;
    if (d.factors.is_curved(e))
      throw std::invalid_argument("a path near curved cells, from " + format_point(d.mesh.dim, a.data()) +
                                  " to " + format_point(d.mesh.dim, b.data()) +
                                  "; expected a path through straight cells");
    double from = 0, to = 1;
    const std::array<double, 4> at_a = shares_in(d, e, a), at_b = shares_in(d, e, b);
    for (int v = 0; v <= d.mesh.dim; ++v) {  // where share v is not negative
      const double begin = at_a[v], slope = at_b[v] - at_a[v];
      if (std::abs(slope) < tolerance) {  // along this face
        if (begin < -tolerance) from = 2;
      } else if (slope > 0) {
        from = std::max(from, -begin / slope);
      } else {
        to = std::min(to, -begin / slope);
      }
    }
    if (to - from < 10 * tolerance) continue;
    inside.push_back({e, from, to, 1});
    cuts.insert(cuts.end(), {from, to});
  }
  std::ranges::sort(cuts);
  std::vector<LineSegment> parts;
  double covered = 0;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const double from = cuts[i - 1], to = cuts[i], middle = (from + to) / 2;
    if (to - from < 10 * tolerance) continue;
    const auto holds = [&](const LineSegment& of_cell) {
      return of_cell.from < middle && middle < of_cell.to;
    };
    const auto n = std::ranges::count_if(inside, holds);
    if (n > 0) covered += to - from;
    for (const LineSegment& of_cell : inside)
      if (holds(of_cell)) parts.push_back({of_cell.element, from, to, 1.0 / static_cast<double>(n)});
  }
  if (covered < 1 - 1e-6)
    throw std::invalid_argument("a path that leaves the mesh between " + format_point(d.mesh.dim, a.data()) +
                                " and " + format_point(d.mesh.dim, b.data()) +
                                "; expected one inside the mesh");
  return parts;
}

}  // namespace dgsolve
