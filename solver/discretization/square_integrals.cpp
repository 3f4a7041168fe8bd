#include "solver/discretization/square_integrals.hpp"

#include <algorithm>

#include "solver/discretization/covariant_vector.hpp"

namespace dgsolve {
namespace {

/// The degree of two polynomials of order N times the Jacobian, which has degree dim (p − 1).
int degree_of(const NodalSpace& space) {
  return 2 * space.element.N + space.mesh.dim * (space.mesh.geometry_order - 1);
}

}  // namespace

SquareIntegrals::SquareIntegrals(const NodalSpace& space)
    : space_(space),
      rule_(data_quadrature(space.mesh.dim, degree_of(space))),
      points_(space.mesh, rule_.points),
      to_points_(interpolation(space.mesh.dim, space.element.N, space.element.nodes, rule_.points)),
      rows_to_points_(to_points_) {}

std::vector<double> SquareIntegrals::of_cell(int e, std::span<const double> values, bool covariant) const {
  const int Np = space_.element.Np, n_points = rule_.size();
  Matrix nodal(static_cast<int>(values.size() / Np), Np);
  std::ranges::copy(values, nodal.a.begin());
  Matrix u = rows_to_points_.times_rows(nodal);
  if (covariant && !is_straight(space_.mesh, e)) {
    const CovariantVector vector(space_.element, space_.node_map, points_, e);
    for (int row = 0; row < u.rows; row += 3)
      vector.evaluate(to_points_, &nodal(row, 0), {&u(row, 0), &u(row + 1, 0), &u(row + 2, 0)});
  }
  std::vector<double> weights(n_points), integrals(u.rows);
  points_.jacobians(e, weights.data());
  for (int q = 0; q < n_points; ++q) weights[q] *= rule_.weights[q];
  for (int row = 0; row < u.rows; ++row)
    for (int q = 0; q < n_points; ++q) integrals[row] += weights[q] * u(row, q) * u(row, q);
  return integrals;
}

}  // namespace dgsolve
