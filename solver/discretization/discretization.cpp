#include "solver/discretization/discretization.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {
namespace {

/// The larger of two numbers; NaN if one of them is NaN.
double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }

/// Calls body(first, last) on all threads for runs of cells with some thousand points together: long enough
/// for array operations, short enough for caches.
template <class Body>
void for_runs_of_cells(int K, int points_per_cell, Body body) {
  const int run = std::max(1, 4096 / points_per_cell);
#pragma omp parallel for
  for (int first = 0; first < K; first += run) body(first, std::min(first + run, K));
}

}  // namespace

std::vector<double> evaluate_at(const Expression& f, int dim, std::span<const double> points, double t) {
  const std::size_t n = points.size() / dim;
  std::vector<double> x[3], values(n);
  for (int d = 0; d < dim; ++d) {
    x[d].resize(n);
    for (std::size_t i = 0; i < n; ++i) x[d][i] = points[i * dim + d];
  }
  f.evaluate(x[0], x[1], x[2], t, values);
  return values;
}

std::vector<std::vector<double>> evaluate_at(const std::vector<Expression>& formulas, int dim,
                                             std::span<const double> points, double t) {
  std::vector<std::vector<double>> values;
  values.reserve(formulas.size());
  for (const Expression& f : formulas) values.push_back(evaluate_at(f, dim, points, t));
  return values;
}

Discretization::Discretization(const Mesh& m, int N, const std::vector<bool>& cuts)
    : mesh(m),
      element(m.dim, N, m.geometry_order),
      factors(m, element),
      trace(m, cuts),
      node_coordinates(map_points(m, element.nodes)),
      data_map_(m, element.data_rule.points) {}

Matrix Discretization::at_points(const Expression& f, double t, int first, int last) const {
  const int dim = mesh.dim, Ns = element.data_rule.size(), n = (last - first) * Ns;
  std::vector<double> points(static_cast<std::size_t>(Ns) * dim);
  std::vector<double> x[3];
  for (int d = 0; d < dim; ++d) x[d].resize(n);
  for (int e = first; e < last; ++e) {
    data_map_.coordinates(e, points.data());
    for (int q = 0; q < Ns; ++q)
      for (int d = 0; d < dim; ++d) x[d][(e - first) * Ns + q] = points[q * dim + d];
  }
  Matrix values(last - first, Ns);
  f.evaluate(x[0], x[1], x[2], t, values.a);
  return values;
}

Matrix Discretization::at_points(std::span<const double> state, int field, int n_fields, int first,
                                 int last) const {
  Matrix u(last - first, element.Np);
  for (int e = first; e < last; ++e)
    std::copy_n(&state[(static_cast<std::size_t>(e) * n_fields + field) * element.Np], element.Np,
                &u(e - first, 0));
  return u * transpose(element.data_V);
}

std::vector<double> Discretization::point_weights(int e) const {
  std::vector<double> weights(element.data_rule.size(), factors.jacobian[e]);
  if (factors.curved_index[e] >= 0) data_map_.jacobians(e, weights.data());
  for (int q = 0; q < element.data_rule.size(); ++q) weights[q] *= element.data_rule.weights[q];
  return weights;
}

Matrix Discretization::project_curved(int e, const double* values) const {
  Matrix weighted = transpose(element.data_V), right(element.data_rule.size(), 1);
  scale_columns(weighted, point_weights(e));
  std::copy_n(values, element.data_rule.size(), right.a.begin());
  return positive_solve(weighted * element.data_V, weighted * right);
}

void Discretization::project(const Expression& f, double t, int field, int n_fields,
                             std::span<double> state) const {
  const Matrix to_nodes = transpose(element.data_project);
  for_runs_of_cells(K(), element.data_rule.size(), [&](int first, int last) {
    const Matrix values = at_points(f, t, first, last);
    Matrix u = values * to_nodes;
    for (int e = first; e < last; ++e) {
      double* nodal = &u(e - first, 0);
      if (factors.curved_index[e] >= 0)
        std::copy_n(project_curved(e, &values.a[static_cast<std::size_t>(e - first) * values.cols]).a.data(),
                    element.Np, nodal);
      std::copy_n(nodal, element.Np, &state[(static_cast<std::size_t>(e) * n_fields + field) * element.Np]);
    }
  });
}

FieldError Discretization::error(const Expression& exact, double t, int field, int n_fields,
                                 std::span<const double> state) const {
  std::vector<FieldError> of_cell(K());  // l2: the square
  for_runs_of_cells(K(), element.data_rule.size(), [&](int first, int last) {
    const Matrix wanted = at_points(exact, t, first, last);
    const Matrix found = at_points(state, field, n_fields, first, last);
    for (int e = first; e < last; ++e) {
      const std::vector<double> weights = point_weights(e);
      for (int q = 0; q < element.data_rule.size(); ++q) {
        const double difference = std::abs(found(e - first, q) - wanted(e - first, q));
        of_cell[e].l2 += weights[q] * difference * difference;
        of_cell[e].linf = larger(of_cell[e].linf, difference);
      }
    }
  });
  FieldError total;  // in the cells' order, whatever the number of threads
  for (const FieldError& cell : of_cell) {
    total.l2 += cell.l2;
    total.linf = larger(total.linf, cell.linf);
  }
  total.l2 = std::sqrt(total.l2);
  return total;
}

std::vector<double> Discretization::interpolation_weights(const Location& where) const {
  return interpolation(mesh.dim, element.N, element.nodes, {where.r, where.r + mesh.dim}).a;
}

}  // namespace dgsolve
