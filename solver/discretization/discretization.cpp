#include "solver/discretization/discretization.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/cell_loop.hpp"

namespace dgsolve {
namespace {

/// The larger of two numbers; NaN if one of them is NaN.
double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }

/// Coordinates of points [n][dim]: [dim][n]; none of an axis that the mesh does not have.
std::array<std::vector<double>, 3> by_axis(int dim, std::span<const double> points) {
  const std::size_t n = points.size() / dim;
  std::array<std::vector<double>, 3> x;
  for (int d = 0; d < dim; ++d) {
    x[d].resize(n);
    for (std::size_t i = 0; i < n; ++i) x[d][i] = points[i * dim + d];
  }
  return x;
}

std::vector<Expression> formulas_of(std::span<const FieldFormula> fields) {
  std::vector<Expression> formulas;
  for (const FieldFormula& field : fields) formulas.push_back(field.formula);
  return formulas;
}

}  // namespace

std::vector<double> evaluate_at(const Expression& f, int dim, std::span<const double> points, double t) {
  std::vector<double> values(points.size() / dim);
  const auto [x, y, z] = by_axis(dim, points);
  f.evaluate(x, y, z, t, values);
  return values;
}

std::vector<double> evaluate_at(const FormulaSet& formulas, int dim, std::span<const double> points,
                                double t) {
  std::vector<double> values(formulas.size() * (points.size() / dim));
  const auto [x, y, z] = by_axis(dim, points);
  formulas.evaluate(x, y, z, t, values);
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
      node_map(m, element.nodes),
      data_map_(m, element.data_rule.points) {}

Matrix Discretization::at_points(const FormulaSet& formulas, double t, int first, int last) const {
  const PointRows x = data_map_.rows(first, last);
  Matrix values(static_cast<int>(formulas.size()) * (last - first), element.data_rule.size());
  formulas.evaluate(x.axis(0), x.axis(1), x.axis(2), t, values.a);
  return values;
}

Matrix Discretization::at_points(std::span<const FieldFormula> fields, int n_fields,
                                 std::span<const double> state, int first, int last) const {
  Matrix u(static_cast<int>(fields.size()) * (last - first), element.Np);
  double* to = u.a.data();
  for (const FieldFormula& field : fields)
    for (int e = first; e < last; ++e)
      to = std::copy_n(&state[(static_cast<std::size_t>(e) * n_fields + field.field) * element.Np],
                       element.Np, to);
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

void Discretization::project(std::span<const FieldFormula> formulas, double t, int n_fields,
                             std::span<double> state) const {
  if (formulas.empty()) return;
  const FormulaSet set(formulas_of(formulas));
  const Matrix to_nodes = transpose(element.data_project);
  RunsOfCells(K(), element.data_rule.size()).for_each([&](int, int first, int last) {
    const Matrix values = at_points(set, t, first, last);
    const Matrix u = values * to_nodes;
    int row = 0;
    for (const FieldFormula& formula : formulas)
      for (int e = first; e < last; ++e, ++row) {
        double* nodal = &state[(static_cast<std::size_t>(e) * n_fields + formula.field) * element.Np];
        if (factors.curved_index[e] < 0)
          std::copy_n(&u.a[static_cast<std::size_t>(row) * u.cols], u.cols, nodal);
        else
          std::ranges::copy(project_curved(e, &values.a[static_cast<std::size_t>(row) * values.cols]).a,
                            nodal);
      }
  });
}

std::optional<Discretization::NotFinite> Discretization::find_not_finite(
    std::span<const FieldFormula> formulas, double t) const {
  if (formulas.empty()) return {};
  const FormulaSet set(formulas_of(formulas));
  const std::size_t Ns = element.data_rule.size();
  const RunsOfCells all(K(), element.data_rule.size());
  std::vector<std::optional<NotFinite>> found(all.n);  // in each run
  all.for_each([&](int run, int first, int last) {
    const Matrix values = at_points(set, t, first, last);
    if (std::ranges::all_of(values.a, [](double v) { return std::isfinite(v); })) return;
    for (int e = first; e < last; ++e)
      for (std::size_t k = 0; k < formulas.size(); ++k) {
        const auto of_cell = std::span(values.a).subspan((k * (last - first) + e - first) * Ns, Ns);
        if (std::ranges::all_of(of_cell, [](double v) { return std::isfinite(v); })) continue;
        found[run] = {e, formulas[k].field};
        return;
      }
  });
  const auto at = std::ranges::find_if(found, [](const auto& of_run) { return of_run.has_value(); });
  return at == found.end() ? std::nullopt : *at;
}

std::vector<FieldError> Discretization::errors(std::span<const FieldFormula> exact, double t, int n_fields,
                                               std::span<const double> state) const {
  if (exact.empty()) return {};
  const FormulaSet set(formulas_of(exact));
  const std::size_t n = exact.size();
  std::vector<FieldError> of_cell(K() * n);  // l2: the square
  RunsOfCells(K(), element.data_rule.size()).for_each([&](int, int first, int last) {
    const Matrix wanted = at_points(set, t, first, last);
    const Matrix found = at_points(exact, n_fields, state, first, last);
    for (int e = first; e < last; ++e) {
      const std::vector<double> weights = point_weights(e);
      for (std::size_t k = 0; k < n; ++k) {
        const int row = static_cast<int>(k) * (last - first) + e - first;
        FieldError& error = of_cell[e * n + k];
        for (int q = 0; q < element.data_rule.size(); ++q) {
          const double difference = std::abs(found(row, q) - wanted(row, q));
          error.l2 += weights[q] * difference * difference;
          error.linf = larger(error.linf, difference);
        }
      }
    }
  });
  std::vector<FieldError> total(n);  // in the cells' order, whatever the number of threads
  for (std::size_t i = 0; i < of_cell.size(); ++i) {
    total[i % n].l2 += of_cell[i].l2;
    total[i % n].linf = larger(total[i % n].linf, of_cell[i].linf);
  }
  for (FieldError& error : total) error.l2 = std::sqrt(error.l2);
  return total;
}

std::vector<double> Discretization::nodes_of(int e) const {
  std::vector<double> x(element.nodes.size());
  node_map.coordinates(e, x.data());
  return x;
}

std::vector<double> Discretization::interpolation_weights(const Location& where) const {
  return interpolation(mesh.dim, element.N, element.nodes, {where.r, where.r + mesh.dim}).a;
}

}  // namespace dgsolve
