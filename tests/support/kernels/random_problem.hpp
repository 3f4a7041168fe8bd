/// Random wave problems. Operators, geometry and connections are random numbers, so that no symmetry can hide
/// a wrong index.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/base/polynomials.hpp"
#include "kernels/waves/cells/face_term_table.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::test {

struct Shape {
  int N;
  int K;
  int n_curved;
  bool simplices = false;   ///< faces are those of simplices: normals and f_scale follow from ∇r_i
  bool interfaces = false;  ///< some faces with a neighbour have data too
  bool terms = false;       ///< boundaries and interfaces have terms, with functions of time that are sampled
  bool traits = true;       ///< the problem has the equation's optional traits: curved cells are covariant
  bool circuits = false;    ///< on faces inside the mesh and at its end, on a mesh of its own
};

/// What is named in formulas.
using Constants = std::map<std::string, double>;
inline const Constants usual_constants{{"slope", 0.5}, {"level", 0.3}, {"end", 100}};

/// A problem of equation P, and everything its views point to.
template <class P>
class RandomProblem {
 public:
  static constexpr int dim = P::dim, n_faces = dim + 1, n_fields = P::n_fields;
  static constexpr int n_coefficients = P::n_coefficients, n_orientations = dim == 2 ? 2 : 6;

  RandomProblem(const Shape& shape, bool with_source, unsigned seed = 1);

  int K, Np, Nfp, Nq, Nfq, Ns = 7;
  std::vector<double> D, lift;
  std::vector<int> face_nodes, neighbor_nodes, face_vertices, neighbor_vertices;
  std::vector<double> weights, V, Dq, project, project_D, face_V, face_project, face_weights;
  std::vector<int> curved_index;
  std::vector<double> metric, jacobian, normals, f_scale, curved_metric, curved_jacobian, curved_normals;
  /// Of covariant cells, as CovariantView has them; tangents [n_curved][point][i][axis].
  std::vector<double> point_lift, nodal_face_project, tangents_at_points, tangents_at_nodes,
      tangents_at_face_points, tangents_of_chords;
  std::vector<int> neighbor, boundary, interface;
  std::vector<std::uint8_t> neighbor_face, orientation, gives;
  std::vector<double> per_length, viscous_face_project, directions, metric_at_nodes;
  std::vector<CellSource> cell_sources;
  std::vector<double> node_coordinates, face_points, coefficients, source_coordinates, source_project;
  std::vector<int> coefficient_row;
  WaveProblem problem;

  std::vector<double> random_state() { return random(K * n_fields * Np); }
  /// Gives boundaries, and the source if there is one, their formulas.
  void set_formulas(const Constants& constants);

 private:
  std::vector<double> random(std::size_t n, double lower = -1, double upper = 1);
  std::vector<double> random_normals(std::size_t n, bool unit);
  std::vector<double> random_tangents(int n_points);
  CovariantView::Tangents tangents(const std::vector<double>& of_cells, std::size_t n_points) const;
  void set_covariant_cells(int n_curved);
  void connect(int n_boundaries);
  void add_interfaces();
  void add_terms();
  void set_simplex_faces();
  StraightCell straight_cell(int e) const;
  void set_views(const Shape& shape);
  void keep_states_admissible();
  void set_viscous_faces(int n_curved);

  std::mt19937 generator_;
};

template <class P>
std::vector<double> RandomProblem<P>::random(std::size_t n, double lower, double upper) {
  std::uniform_real_distribution<double> distribution(lower, upper);
  std::vector<double> values(n);
  for (double& value : values) value = distribution(generator_);
  return values;
}

template <class P>
std::vector<double> RandomProblem<P>::random_normals(std::size_t n, bool unit) {
  std::vector<double> values = random(n * dim);
  for (std::size_t i = 0; i < n; ++i) {
    double length = 0;
    for (int d = 0; d < dim; ++d) length += values[i * dim + d] * values[i * dim + d];
    if (unit)
      for (int d = 0; d < dim; ++d) values[i * dim + d] /= std::sqrt(length);
  }
  return values;
}

template <class P>
RandomProblem<P>::RandomProblem(const Shape& shape, bool with_source, unsigned seed)
    : K(shape.K), generator_(seed) {
  const int N = shape.N;
  Np = n_polynomials(dim, N);
  Nfp = n_polynomials(dim - 1, N);
  Nq = Np + 3;
  Nfq = Nfp + 2;
  const std::size_t n_curved = shape.n_curved;

  D = random(dim * Np * Np);
  lift = random(Np * n_faces * Nfp);
  std::uniform_int_distribution<int> node(0, Np - 1);
  for (int i = 0; i < n_faces * Nfp; ++i) face_nodes.push_back(node(generator_));
  for (int i = 0; i < n_faces * n_orientations * Nfp; ++i) neighbor_nodes.push_back(node(generator_));
  for (int face = 0; face < n_faces; ++face)
    for (int v = 0; v <= dim; ++v)
      if (v != face) face_vertices.push_back(v);
  for (int i = 0; i < n_orientations; ++i)
    neighbor_vertices.insert(neighbor_vertices.end(), face_vertices.begin(), face_vertices.end());
  weights = random(Nq);
  V = random(Nq * Np);
  Dq = random(dim * Nq * Np);
  project = random(Np * Nq);
  project_D = random(dim * Np * Nq);
  face_V = random(Nfq * Nfp);
  face_project = random(Np * n_faces * Nfq);
  face_weights = random(Nfq);

  curved_index.assign(K, -1);
  for (int c = 0; c < shape.n_curved; ++c) curved_index[(c * 3 + 1) % K] = 0;  // scattered among the others
  int next = 0;
  for (int& index : curved_index)
    if (index >= 0) index = next++;
  metric = random(K * dim * dim);
  for (int e = 0; e < K; ++e)  // away from singular
    for (int d = 0; d < dim; ++d) metric[(e * dim + d) * dim + d] += 3;
  jacobian = random(K, 0.5, 2);
  normals = random_normals(K * n_faces, true);
  f_scale = random(K * n_faces, 0.5, 2);
  if (shape.simplices) set_simplex_faces();
  curved_metric = random(n_curved * Nq * dim * dim);
  curved_jacobian = random(n_curved * Nq, 0.5, 2);
  curved_normals = random_normals(n_curved * n_faces * Nfq, false);

  node_coordinates = random(K * Np * dim);
  face_points = random((P::linear ? n_curved : K) * n_faces * Nfq * dim);
  if (P::nodal_coefficients) {
    coefficients = random(static_cast<std::size_t>(K) * Np * n_coefficients, 0.5, 2);
  } else {
    const int n_rows = 3;
    coefficients = random(n_rows * n_coefficients, 0.5, 2);
    std::uniform_int_distribution<int> row(0, n_rows - 1);
    for (int e = 0; e < K; ++e) coefficient_row.push_back(row(generator_));
  }

  // Every boundary type twice: with data that change in time, and with data that do not.
  if constexpr (RefusesStates<P>) keep_states_admissible();
  problem.boundaries.clear();
  const auto types = P::info().boundary_types;
  for (std::size_t type = 0; type < types.size(); ++type)
    for (int kind = 0; kind < 2; ++kind)
      problem.boundaries.push_back(
          {static_cast<int>(type), std::vector<Expression>(types[type].takes_formulas() * n_fields)});
  connect(static_cast<int>(problem.boundaries.size()));
  if (shape.interfaces) add_interfaces();

  if (with_source) {
    problem.source.formulas.resize(n_fields);
    source_coordinates = random(static_cast<std::size_t>(K) * Ns * dim);
    source_project = random(Np * Ns);
    CellSource& in_cells = cell_sources.emplace_back();
    in_cells.field = n_fields - 1;
    for (int e = 0; e < K; e += 3) in_cells.cells.push_back(e);
    in_cells.values = random(in_cells.cells.size() * Np);
  }
  set_formulas(usual_constants);
  set_views(shape);
  if (shape.terms) add_terms();
}

template <class P>
void RandomProblem<P>::set_formulas(const Constants& constants) {
  const auto formula = [&](const std::string& text) { return Expression::parse(text, constants); };
  for (std::size_t i = 0; i < problem.boundaries.size(); ++i)
    for (std::size_t f = 0; f < problem.boundaries[i].data.size(); ++f)
      if (f != 1)
        problem.boundaries[i].data[f] = formula(std::to_string(f + 1) + "*(" +
                                                (i % 2 == 0 ? "x - slope*y + cos(t)" : "level + x*y") + ")");
  if constexpr (RefusesStates<P>)
    for (BoundaryCondition& boundary : problem.boundaries)
      for (std::size_t f = 0; f < boundary.data.size(); ++f)
        boundary.data[f] = formula("1 + level*cos(x - slope*y + t + " + std::to_string(f) + ")");
  for (CellSource& in_cells : cell_sources) in_cells.time = formula("sin(t + level) + min(t, end)");
  for (std::size_t f = 0; f < problem.source.formulas.size(); ++f)  // separable, not separable, none
    problem.source.formulas[f] = f % 3 == 0   ? formula("(x + 2*y)*sin(t) + y*min(t, end)")
                                 : f % 3 == 1 ? formula("if(t < end, exp(-(x - t)^2), 0)")
                                              : Expression();
}

/// Values at points are means of those at nodes, and coefficients are near those of the equation's defaults.
template <class P>
void RandomProblem<P>::keep_states_admissible() {
  for (const auto& [values, n] : {std::pair{&V, Np}, std::pair{&face_V, Nfp}}) {
    *values = random(values->size(), 0.5, 1.5);
    for (std::size_t row = 0; row < values->size(); row += n) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += (*values)[row + k];
      for (int k = 0; k < n; ++k) (*values)[row + k] /= sum;
    }
  }
  const EquationInfo info = P::info();
  std::vector<double> parameters;
  for (std::size_t row = 0; row < coefficients.size(); row += n_coefficients) {
    parameters.clear();
    for (const ParameterInfo& p : info.parameters)
      parameters.push_back((p.required ? 0.3 : p.natural_default.value_or(p.default_value)) *
                           random(1, 1, 1.2)[0]);
    P::coefficients(parameters.data(), Units(), &coefficients[row]);
  }
}

template <class P>
void RandomProblem<P>::set_viscous_faces(int n_curved) {
  for (int i = 0; i < K * n_faces; ++i) gives.push_back(generator_() % 2);
  per_length = random(K * n_faces, 0.5, 2);
  viscous_face_project = random(Nfp * Nfq);
  for (int face = 0; face < n_faces; ++face)  // the face's opposite vertex has its number
    for (int d = 0; d < dim; ++d) directions.push_back(face == 0 ? 1 : face == d + 1 ? -1 : 0);
  metric_at_nodes = random(static_cast<std::size_t>(n_curved) * Np * dim * dim);
  problem.viscous = {
      n_gradients<P>(), gives, per_length, viscous_face_project, directions, [this](int e, double* to) {
        const std::size_t n = static_cast<std::size_t>(Np) * dim * dim;
        std::copy_n(&metric_at_nodes[curved_index[e] * n], n, to);
      }};
}

/// Away from singular.
template <class P>
std::vector<double> RandomProblem<P>::random_tangents(int n_points) {
  std::vector<double> values = random(static_cast<std::size_t>(n_points) * 9, -0.7, 0.7);
  for (int point = 0; point < n_points; ++point)
    for (int i = 0; i < 3; ++i) values[point * 9 + i * 4] += 2.5;
  return values;
}

template <class P>
CovariantView::Tangents RandomProblem<P>::tangents(const std::vector<double>& of_cells,
                                                   std::size_t n_points) const {
  return [this, &of_cells, n = n_points * 9](int e, double* to) {
    std::copy_n(&of_cells[curved_index[e] * n], n, to);
  };
}

template <class P>
void RandomProblem<P>::set_covariant_cells(int n_curved) {
  point_lift = random(Nq * n_faces * Nfp);
  nodal_face_project = random(Nfp * Nfq);
  tangents_at_points = random_tangents(n_curved * Nq);
  tangents_at_nodes = random_tangents(n_curved * Np);
  tangents_at_face_points = random_tangents(n_curved * n_faces * Nfq);
  tangents_of_chords = random_tangents(n_curved);
  problem.geometry.covariant = {point_lift,
                                nodal_face_project,
                                tangents(tangents_at_points, Nq),
                                tangents(tangents_at_nodes, Np),
                                tangents(tangents_at_face_points, n_faces * Nfq),
                                tangents(tangents_of_chords, 1)};
}

/// Face i < dim lies in r_i = −1, the last one across from it.
template <class P>
void RandomProblem<P>::set_simplex_faces() {
  for (int e = 0; e < K; ++e)
    for (int face = 0; face < n_faces; ++face) {
      double n[dim], length = 0;
      for (int d = 0; d < dim; ++d) {
        n[d] = 0;
        for (int i = 0; i < dim; ++i)
          n[d] += metric[(e * dim + i) * dim + d] * (face == 0 ? 1 : face == i + 1 ? -1 : 0);
        length += n[d] * n[d];
      }
      f_scale[e * n_faces + face] = std::sqrt(length);
      for (int d = 0; d < dim; ++d)
        normals[(e * n_faces + face) * dim + d] = n[d] / f_scale[e * n_faces + face];
    }
}

template <class P>
void RandomProblem<P>::connect(int n_boundaries) {
  std::uniform_int_distribution<int> element(0, K - 1), face(0, n_faces - 1),
      permutation(0, n_orientations - 1), condition(-2 * n_boundaries, n_boundaries - 1);
  for (int i = 0; i < K * n_faces; ++i) {
    boundary.push_back(std::max(-1, condition(generator_)));
    neighbor.push_back(boundary.back() >= 0 ? i / n_faces : element(generator_));
    neighbor_face.push_back(static_cast<std::uint8_t>(face(generator_)));
    orientation.push_back(static_cast<std::uint8_t>(permutation(generator_)));
  }
}

/// On a third of the faces with a neighbour, each as one of two sides.
template <class P>
void RandomProblem<P>::add_interfaces() {
  const int first = static_cast<int>(problem.boundaries.size());
  for (int side = 0; side < 2; ++side)
    problem.boundaries.push_back({BoundaryCondition::interface, std::vector<Expression>(n_fields)});
  for (int i = 0; i < K * n_faces; ++i)
    interface.push_back(boundary[i] < 0 && i % 3 == 0 ? first + i % 2 : -1);
}

/// n samples and one of a function of t from 0 to 10.
inline Expression sampled(const std::string& text, int n = 10'000) {
  const Expression f = Expression::parse(text);
  std::vector<double> times, values;
  for (int i = 0; i <= n; ++i) {
    times.push_back((i + 0.3 * std::sin(i)) * 10 / n);
    values.push_back(f(0, 0, 0, times.back()));
  }
  return Expression::sampled(
      std::make_shared<SampledFunction>(times, values, SampledFunction::Interpolation::cubic));
}

/// To each condition with data one on all its faces and one on every second.
template <class P>
void RandomProblem<P>::add_terms() {
  for (std::size_t condition = 0; condition < problem.boundaries.size(); ++condition) {
    BoundaryCondition& given = problem.boundaries[condition];
    if (given.data.empty()) continue;
    for (const int stride : {1, 2}) {
      FaceTerm& term = given.terms.emplace_back();
      term.time = stride == 1 ? Expression::parse("cos(2*t)") : sampled("exp(-t)*sin(3*t)");
      int n = 0;
      for (int side = 0; side < K * n_faces; ++side)
        if (problem.trace.condition(side) == static_cast<int>(condition) && n++ % stride == 0) {
          term.sides.push_back(side);
          const std::vector<double> values = random(n_face_points(problem, side) * n_fields);
          term.values.insert(term.values.end(), values.begin(), values.end());
        }
    }
  }
}

template <class P>
StraightCell RandomProblem<P>::straight_cell(int e) const {
  StraightCell cell{};
  cell.jacobian = jacobian[e];
  std::copy_n(&metric[e * dim * dim], dim * dim, cell.metric.begin());
  std::copy_n(&normals[e * n_faces * dim], n_faces * dim, cell.normals.begin());
  std::copy_n(&f_scale[e * n_faces], n_faces, cell.f_scale.begin());
  return cell;
}

template <class P>
void RandomProblem<P>::set_views(const Shape& shape) {
  problem.file = file_of(P::info());
  problem.type = P::info().type;
  problem.K = K;
  problem.n_fields = n_fields;
  problem.linear = P::linear;
  problem.reference = {
      dim,           shape.N,          Np, Nfp, n_faces, D, lift, face_nodes, n_orientations, neighbor_nodes,
      face_vertices, neighbor_vertices};
  problem.quadrature = {Nq, Nfq, weights, V, Dq, project, project_D, face_V, face_project, face_weights};
  problem.geometry = {curved_index, [this](int e) { return straight_cell(e); }, curved_metric,
                      curved_jacobian, curved_normals};
  if (shape.traits) problem.curl_pair_weights = curl_pair_weights_of<P>();
  if (problem.is_covariant()) set_covariant_cells(shape.n_curved);
  problem.trace = {neighbor, neighbor_face, orientation, boundary, interface};
  if constexpr (has_viscous_flux<P>) set_viscous_faces(shape.n_curved);
  problem.face_points = [this](int e, int face) {
    std::vector<double> points;
    const int c = P::linear ? curved_index[e] : e;
    if (c >= 0 && !(problem.is_covariant() && boundary[e * n_faces + face] < 0)) {
      const auto first = face_points.begin() + static_cast<std::ptrdiff_t>(c * n_faces + face) * Nfq * dim;
      points.assign(first, first + Nfq * dim);
    } else {
      for (int m = 0; m < Nfp; ++m) {
        const std::size_t node = static_cast<std::size_t>(e) * Np + face_nodes[face * Nfp + m];
        for (int d = 0; d < dim; ++d) points.push_back(node_coordinates[node * dim + d]);
      }
    }
    return points;
  };
  problem.coefficients = {n_coefficients, coefficients, coefficient_row};
  problem.flux_parameters.fill(0.7);
  problem.source.in_cells = cell_sources;
  problem.source.n_points = Ns;
  problem.source.coordinates = source_coordinates;
  problem.source.project = source_project;
}

}  // namespace dgsolve::test
