#include "solver/discretization/covariant_vector.hpp"

namespace dgsolve {
namespace {

std::vector<double> derivatives(const CellMap& map, int cell) {
  std::vector<double> dxdr(static_cast<std::size_t>(map.size()) * 9);
  map.derivatives(cell, dxdr.data());
  return dxdr;
}

/// Cartesian components of the vector with covariant ones [3]: Σ_i v_i ∇r_i.
std::array<double, 3> to_cartesian(const double* dxdr, const std::array<double, 3>& covariant) {
  double metric[9];
  const double J = jacobian_and_metric(3, dxdr, metric);
  std::array<double, 3> v{};
  for (int i = 0; i < 3; ++i)
    for (int axis = 0; axis < 3; ++axis) v[axis] += covariant[i] * metric[i * 3 + axis] / J;
  return v;
}

}  // namespace

CovariantVector::CovariantVector(const ReferenceElement& element, const CellMap& nodes, const CellMap& points,
                                 int cell)
    : element_(element), of_nodes_(derivatives(nodes, cell)), of_points_(derivatives(points, cell)) {}

void CovariantVector::project(const std::array<const double*, 3>& at_points, double* nodal) const {
  const int Np = element_.Np, Ns = element_.data_rule.size();
  Matrix values(Ns, 3);
  for (int q = 0; q < Ns; ++q)
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < 3 && at_points[axis] != nullptr; ++i)
        values(q, i) += of_points_[(q * 3 + axis) * 3 + i] * at_points[axis][q];
  const Matrix covariant = element_.data_project * values;
  for (int node = 0; node < Np; ++node) {
    const auto v =
        to_cartesian(&of_nodes_[node * 9], {covariant(node, 0), covariant(node, 1), covariant(node, 2)});
    for (int axis = 0; axis < 3; ++axis) nodal[axis * Np + node] = v[axis];
  }
}

void CovariantVector::evaluate(const Matrix& to_points, const double* nodal,
                               const std::array<double*, 3>& at_points) const {
  const int Np = element_.Np;
  Matrix covariant(Np, 3);
  for (int node = 0; node < Np; ++node)
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < 3; ++i)
        covariant(node, i) += of_nodes_[(node * 3 + axis) * 3 + i] * nodal[axis * Np + node];
  const Matrix values = to_points * covariant;
  for (int q = 0; q < values.rows; ++q) {
    const auto v = to_cartesian(&of_points_[q * 9], {values(q, 0), values(q, 1), values(q, 2)});
    for (int axis = 0; axis < 3; ++axis)
      if (at_points[axis] != nullptr) at_points[axis][q] = v[axis];
  }
}

}  // namespace dgsolve
