#include "solver/discretization/nodal_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/base/cell_loop.hpp"
#include "solver/discretization/cell_gradients.hpp"
#include "solver/discretization/covariant_vector.hpp"

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

std::vector<int> numbers_of(std::span<const FieldFormula> fields) {
  std::vector<int> numbers;
  for (const FieldFormula& field : fields) numbers.push_back(field.field);
  return numbers;
}

std::vector<int> all_numbers(int n) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// From values of some variables at points [variable·cell][Ns] those of all fields, [field·cell][Ns].
Matrix states_at(const Matrix& given, const std::vector<int>& variables, int n_fields,
                 const StateOfVariables& state) {
  const std::size_t n = given.a.size() / variables.size();  // points
  Matrix fields(static_cast<int>(given.rows / variables.size()) * n_fields, given.cols);
  std::vector<double> values(n_fields, 0.0), u(n_fields);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < variables.size(); ++k) values[variables[k]] = given.a[k * n + i];
    state(values.data(), u.data());
    for (int f = 0; f < n_fields; ++f) fields.a[f * n + i] = u[f];
  }
  return fields;
}

/// From values of all fields at points of cells first, … [field·cell][Ns] those of some, following ones too.
/// gradients: of the fields, [point][field][dim]; empty where none are taken.
Matrix with_following(const Matrix& state, const std::vector<double>& gradients,
                      const std::vector<int>& wanted, int n_fields, int first,
                      const FollowingFields& following) {
  const std::size_t n = state.a.size() / n_fields;  // points
  Matrix chosen(static_cast<int>(state.rows / n_fields * wanted.size()), state.cols);
  std::vector<double> u(n_fields + following.n);
  for (std::size_t i = 0; i < n; ++i) {
    for (int f = 0; f < n_fields; ++f) u[f] = state.a[f * n + i];
    const double* const g = gradients.empty() ? nullptr : &gradients[i * (gradients.size() / n)];
    following.at_point.find(first + static_cast<int>(i / state.cols), u.data(), g, &u[n_fields]);
    for (std::size_t k = 0; k < wanted.size(); ++k) chosen.a[k * n + i] = u[wanted[k]];
  }
  return chosen;
}

std::vector<Expression> formulas_of(std::span<const FieldFormula> fields) {
  std::vector<Expression> formulas;
  for (const FieldFormula& field : fields) formulas.push_back(field.formula);
  return formulas;
}

/// What the points of all cells are within, with room for rounding: [axis][lower, upper]. None where curved
/// cells may bulge beyond their nodes.
std::optional<std::array<std::array<double, 2>, 3>> box_of_straight_cells(const Mesh& mesh) {
  if (mesh.geometry_order > 1) return {};
  const auto [lower, upper] = bounding_box(mesh.nodes);
  std::array<std::array<double, 2>, 3> box;
  for (int i = 0; i < 3; ++i) {
    const double room = 1e-12 * std::max(std::abs(lower[i]), std::abs(upper[i]));
    box[i] = {lower[i] - room, upper[i] + room};
  }
  return box;
}

/// Some fields of cells [cell][n_fields][Np]: [field·cell][Np].
Matrix fields_of(const std::vector<int>& fields, int n_fields, int Np, std::span<const double> values) {
  const std::size_t n_cells = values.size() / (static_cast<std::size_t>(n_fields) * Np);
  Matrix u(static_cast<int>(fields.size() * n_cells), Np);
  double* to = u.a.data();
  for (const int field : fields)
    for (std::size_t e = 0; e < n_cells; ++e) to = std::copy_n(&values[(e * n_fields + field) * Np], Np, to);
  return u;
}

bool is_of_vector(CovariantVectors vectors, int field) {
  return std::ranges::any_of(vectors, [field](int first) { return field >= first && field < first + 3; });
}

/// The error of values at n points; l2: its square.
FieldError difference(std::size_t n, const double* weights, const double* found, const double* wanted) {
  double squares = 0, largest = 0;
#pragma omp simd reduction(+ : squares) reduction(max : largest)
  for (std::size_t q = 0; q < n; ++q) {
    const double d = std::abs(found[q] - wanted[q]);
    squares += weights[q] * d * d;
    largest = std::max(largest, d);
  }
  return {squares, std::isnan(squares) ? squares : largest};
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

NodalSpace::NodalSpace(const Mesh& m, int N)
    : mesh(m),
      element(m.dim, N, m.geometry_order),
      node_map(m, element.nodes),
      data_map_(m, element.data_rule.points),
      to_data_points_(element.data_V),
      from_data_points_(transpose(element.data_project)) {}

Matrix NodalSpace::at_points(const FormulaSet& formulas, double t, int first, int last) const {
  const PointRows x = data_map_.rows(first, last);
  Matrix values(static_cast<int>(formulas.size()) * (last - first), element.data_rule.size());
  formulas.evaluate(x.axis(0), x.axis(1), x.axis(2), t, values.a);
  return values;
}

std::vector<double> NodalSpace::point_weights(int e) const {
  std::vector<double> weights(element.data_rule.size());
  data_map_.jacobians(e, weights.data());
  for (int q = 0; q < element.data_rule.size(); ++q) weights[q] *= element.data_rule.weights[q];
  return weights;
}

Matrix NodalSpace::project_curved(int e, const double* values) const {
  Matrix weighted = transpose(element.data_V), right(element.data_rule.size(), 1);
  scale_columns(weighted, point_weights(e));
  std::copy_n(values, element.data_rule.size(), right.a.begin());
  return positive_solve(weighted * element.data_V, weighted * right);
}

void NodalSpace::project_run(const Matrix& at_data, const std::vector<int>& fields, int n_fields, int first,
                             int last, std::span<double> values, CovariantVectors vectors) const {
  const Matrix u = at_data * from_data_points_;
  std::vector<char> straight;
  for (int e = first; e < last; ++e) straight.push_back(is_straight(mesh, e));
  int row = 0;
  for (const int field : fields)
    for (int e = first; e < last; ++e, ++row) {
      double* nodal = &values[(static_cast<std::size_t>(e - first) * n_fields + field) * element.Np];
      if (straight[e - first])
        std::copy_n(&u.a[static_cast<std::size_t>(row) * u.cols], u.cols, nodal);
      else if (!is_of_vector(vectors, field))
        std::ranges::copy(project_curved(e, &at_data.a[static_cast<std::size_t>(row) * at_data.cols]).a,
                          nodal);
    }
  for (const int field : vectors)
    for (int e = first; e < last; ++e) {
      if (straight[e - first]) continue;
      std::array<const double*, 3> components{};  // at points
      for (std::size_t k = 0; k < fields.size(); ++k)
        if (const int axis = fields[k] - field; axis >= 0 && axis < 3)
          components[axis] = &at_data.a[(k * (last - first) + e - first) * at_data.cols];
      CovariantVector(element, node_map, data_map_, e)
          .project(components,
                   &values[(static_cast<std::size_t>(e - first) * n_fields + field) * element.Np]);
    }
}

void NodalSpace::project(std::span<const FieldFormula> formulas, double t, int n_fields,
                         std::span<double> state) const {
  if (formulas.empty()) return;
  const FormulaSet set(formulas_of(formulas));
  const std::size_t of_cell = static_cast<std::size_t>(n_fields) * element.Np;
  for_each_run(data_runs(), [&](int, int first, int last) {
    project_run(at_points(set, t, first, last), numbers_of(formulas), n_fields, first, last,
                state.subspan(first * of_cell, (last - first) * of_cell), {});
  });
}

CellWriter NodalSpace::projection(std::span<const FieldFormula> formulas, double t, int n_fields,
                                  CovariantVectors vectors, const StateOfVariables& state) const {
  return [this, t, n_fields, state, set = FormulaSet(formulas_of(formulas)), given = numbers_of(formulas),
          fields = state ? all_numbers(n_fields) : numbers_of(formulas),
          first_fields = std::vector(vectors.begin(), vectors.end())](int first, int last,
                                                                      std::span<double> values) {
    std::ranges::fill(values, 0.0);
    if (given.empty()) return;
    Matrix at_data = at_points(set, t, first, last);
    if (state) at_data = states_at(at_data, given, n_fields, state);
    project_run(at_data, fields, n_fields, first, last, values, first_fields);
  };
}

std::optional<NodalSpace::NotFinite> NodalSpace::find_not_finite(std::span<const FieldFormula> formulas,
                                                                 double t) const {
  std::vector<FieldFormula> doubtful;
  std::ranges::copy_if(
      formulas, std::back_inserter(doubtful),
      [&, box = box_of_straight_cells(mesh)](auto& f) { return !box || !f.formula.is_bounded(*box, t); });
  if (doubtful.empty()) return {};
  const FormulaSet set(formulas_of(doubtful));
  const std::size_t Ns = element.data_rule.size();
  const RunsOfCells all = data_runs();
  std::vector<std::optional<NotFinite>> found(all.n);  // in each run
  for_each_run(all, [&](int run, int first, int last) {
    const Matrix values = at_points(set, t, first, last);
    if (std::ranges::all_of(values.a, [](double v) { return std::isfinite(v); })) return;
    for (int e = first; e < last; ++e)
      for (std::size_t k = 0; k < doubtful.size(); ++k) {
        const auto of_cell = std::span(values.a).subspan((k * (last - first) + e - first) * Ns, Ns);
        if (std::ranges::all_of(of_cell, [](double v) { return std::isfinite(v); })) continue;
        found[run] = {e, doubtful[k].field};
        return;
      }
  });
  const auto at = std::ranges::find_if(found, [](const auto& of_run) { return of_run.has_value(); });
  return at == found.end() ? std::nullopt : *at;
}

std::vector<FieldError> NodalSpace::errors(std::span<const FieldFormula> exact, double t, int n_fields,
                                           std::span<const double> state) const {
  const std::size_t of_cell = static_cast<std::size_t>(n_fields) * element.Np;
  return errors(exact, t, n_fields, [&](const RunsOfCells& runs, const CellReader& read) {
    for_each_run(runs, [&](int, int first, int last) {
      read(first, last, state.subspan(first * of_cell, (last - first) * of_cell));
    });
  });
}

std::vector<FieldError> NodalSpace::errors(std::span<const FieldFormula> exact, double t, int n_fields,
                                           const VisitCells& visit, CovariantVectors vectors,
                                           const FollowingFields& following) const {
  if (exact.empty()) return {};
  const std::vector<int> numbers = numbers_of(exact);
  const bool follows = std::ranges::max(numbers) >= n_fields;
  std::optional<CellGradients> gradients;
  if (following.at_point.take_gradients(numbers, n_fields + following.n))
    gradients.emplace(mesh, element, element.data_rule.points, element.data_V);
  const FormulaSet set(formulas_of(exact));
  const std::size_t n = exact.size();
  std::vector<FieldError> of_cell(K() * n);  // l2: the square
  visit(data_runs(), [&](int first, int last, std::span<const double> values) {
    const Matrix wanted = at_points(set, t, first, last);
    Matrix found = to_data_points_.times_rows(
        fields_of(follows ? all_numbers(n_fields) : numbers, n_fields, element.Np, values));
    if (follows)
      found = with_following(
          found, gradients ? gradients->of_cells(first, last, n_fields, values) : std::vector<double>(),
          numbers, n_fields, first, following);
    const std::size_t Ns = element.data_rule.size();
    for (const int field : vectors)
      for (int e = first; e < last; ++e) {
        if (is_straight(mesh, e)) continue;
        std::array<double*, 3> components{};
        for (std::size_t k = 0; k < n; ++k)
          if (const int axis = exact[k].field - field; axis >= 0 && axis < 3)
            components[axis] = &found.a[(k * (last - first) + e - first) * Ns];
        CovariantVector(element, node_map, data_map_, e)
            .evaluate(element.data_V,
                      &values[(static_cast<std::size_t>(e - first) * n_fields + field) * element.Np],
                      components);
      }
    for (int e = first; e < last; ++e) {
      const std::vector<double> weights = point_weights(e);
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t row = k * (last - first) + e - first;
        of_cell[e * n + k] = difference(Ns, weights.data(), &found.a[row * Ns], &wanted.a[row * Ns]);
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

std::vector<double> NodalSpace::nodes_of(int e) const {
  std::vector<double> x(element.nodes.size());
  node_map.coordinates(e, x.data());
  return x;
}

std::vector<double> NodalSpace::interpolation_weights(const Location& where) const {
  return interpolation(mesh.dim, element.N, element.nodes, {where.r, where.r + mesh.dim}).a;
}

std::vector<double> NodalSpace::gradient_weights(const Location& where) const {
  const int dim = mesh.dim, Np = element.Np;
  const std::vector<double> values = interpolation_weights(where);
  std::vector<double> slopes(values.size() * dim), gradients(slopes.size());  // [node][axis]
  for (int d = 0; d < dim; ++d)
    for (int i = 0; i < Np; ++i)
      for (int k = 0; k < Np; ++k) slopes[k * dim + d] += values[i] * element.D[(d * Np + i) * Np + k];
  double dxdr[9];
  CellMap(mesh, {where.r, where.r + dim}).derivatives(where.element, dxdr);
  slopes_to_gradients(dim, dxdr, Np, slopes.data(), gradients.data());
  std::vector<double> by_axis(gradients.size());
  for (int k = 0; k < Np; ++k)
    for (int i = 0; i < dim; ++i) by_axis[i * Np + k] = gradients[k * dim + i];
  return by_axis;
}

}  // namespace dgsolve
