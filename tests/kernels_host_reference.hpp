/// Random wave problems, and their right-hand side by plain scalar loops that follow the formulas: what the
/// host's kernels are held to. Operators, geometry and connections are random numbers, so that no symmetry
/// can hide a wrong index.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "kernels/backend.hpp"

namespace dgsolve::test {

struct Shape {
  int N;
  int K;
  int n_curved;
  bool simplices = false;  ///< faces are those of simplices: normals and f_scale follow from ∇r_i
};

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
  std::vector<int> neighbor, boundary;
  std::vector<std::uint8_t> neighbor_face, orientation;
  std::vector<double> node_coordinates, face_points, coefficients, source_coordinates, source_project;
  std::vector<int> coefficient_row;
  WaveProblem problem;

  std::vector<double> random_state() { return random(K * n_fields * Np); }
  /// L(u, t), canonical.
  std::vector<double> rate(const std::vector<double>& u, double t) const;

 private:
  using Fields = Vec<double, n_fields>;
  using Coefficients = Vec<double, n_coefficients>;

  std::vector<double> random(std::size_t n, double lower = -1, double upper = 1);
  std::vector<double> random_normals(std::size_t n, bool unit);
  void connect(int n_boundaries);
  void set_simplex_faces();
  void set_views(int N);

  std::size_t at(int e, int field, int node) const {
    return (static_cast<std::size_t>(e) * n_fields + field) * Np + node;
  }
  Fields state(const std::vector<double>& u, int e, int node) const;
  Coefficients coefficients_at(int e, int node) const;
  Fields exterior(int e, int face, const Fields& u_m, const Coefficients& c, const Vec<double, dim>& n,
                  const double* x, double t) const;
  Fields source(int e, int node, double t) const;
  void straight_divergence(const std::vector<double>& u, int e, double t, std::vector<Fields>& r) const;
  void curved_divergence(const std::vector<double>& u, int e, double t, std::vector<Fields>& r) const;

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
  Np = dim == 2 ? (N + 1) * (N + 2) / 2 : (N + 1) * (N + 2) * (N + 3) / 6;
  Nfp = dim == 2 ? N + 1 : (N + 1) * (N + 2) / 2;
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
  face_points = random(n_curved * n_faces * Nfq * dim);
  if (P::nodal_coefficients) {
    coefficients = random(static_cast<std::size_t>(K) * Np * n_coefficients, 0.5, 2);
  } else {
    const int n_rows = 3;
    coefficients = random(n_rows * n_coefficients, 0.5, 2);
    std::uniform_int_distribution<int> row(0, n_rows - 1);
    for (int e = 0; e < K; ++e) coefficient_row.push_back(row(generator_));
  }

  // Every boundary type twice: with data that change in time, and with data that do not.
  problem.boundaries.clear();
  const auto types = P::info().boundary_types;
  for (std::size_t type = 0; type < types.size(); ++type)
    for (const char* formula : {"x - 0.5*y + cos(t)", "0.3 + x*y"}) {
      BoundaryCondition condition{static_cast<int>(type), {}};
      if (types[type].needs_data)
        for (int f = 0; f < n_fields; ++f)
          condition.data.push_back(f == 1 ? Expression()
                                          : Expression::parse(std::to_string(f + 1) + "*(" + formula + ")"));
      problem.boundaries.push_back(condition);
    }
  connect(static_cast<int>(problem.boundaries.size()));

  if (with_source) {
    for (int f = 0; f < n_fields; ++f)  // separable, not separable, none
      problem.source.push_back(f % 3 == 0   ? Expression::parse("(x + 2*y)*sin(t) + y*t")
                               : f % 3 == 1 ? Expression::parse("exp(-(x - t)^2)")
                                            : Expression());
    source_coordinates = random(static_cast<std::size_t>(K) * Ns * dim);
    source_project = random(Np * Ns);
  }
  set_views(N);
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

template <class P>
void RandomProblem<P>::set_views(int N) {
  problem.equation = P::info().equation;
  problem.type = P::info().type;
  problem.K = K;
  problem.n_fields = n_fields;
  problem.n_coefficients = n_coefficients;
  problem.reference = {dim,
                       N,
                       Np,
                       Nfp,
                       n_faces,
                       D,
                       lift,
                       face_nodes,
                       n_orientations,
                       neighbor_nodes,
                       face_vertices,
                       neighbor_vertices};
  problem.quadrature = {Nq, Nfq, weights, V, Dq, project, project_D, face_V, face_project, face_weights};
  problem.geometry = {curved_index, metric,        jacobian,        normals,
                      f_scale,      curved_metric, curved_jacobian, curved_normals};
  problem.trace = {neighbor, neighbor_face, orientation, boundary};
  problem.node_coordinates = node_coordinates;
  problem.face_point_coordinates = face_points;
  problem.coefficients = coefficients;
  problem.coefficient_row = coefficient_row;
  problem.alpha = 0.7;
  problem.source_points = Ns;
  problem.source_coordinates = source_coordinates;
  problem.source_project = source_project;
}

template <class P>
typename RandomProblem<P>::Fields RandomProblem<P>::state(const std::vector<double>& u, int e,
                                                          int node) const {
  Fields f;
  for (int i = 0; i < n_fields; ++i) f[i] = u[at(e, i, node)];
  return f;
}

template <class P>
typename RandomProblem<P>::Coefficients RandomProblem<P>::coefficients_at(int e, int node) const {
  const std::size_t row =
      P::nodal_coefficients ? static_cast<std::size_t>(e) * Np + node : coefficient_row[e];
  Coefficients c;
  for (int i = 0; i < n_coefficients; ++i) c[i] = coefficients[row * n_coefficients + i];
  return c;
}

template <class P>
typename RandomProblem<P>::Fields RandomProblem<P>::exterior(int e, int face, const Fields& u_m,
                                                             const Coefficients& c, const Vec<double, dim>& n,
                                                             const double* x, double t) const {
  const BoundaryCondition& condition = problem.boundaries[boundary[e * n_faces + face]];
  Fields data;
  Vec<double, dim> position;
  for (int d = 0; d < dim; ++d) position[d] = x[d];
  for (int f = 0; f < n_fields; ++f)
    data[f] = condition.data.empty() ? 0 : condition.data[f](x[0], x[1], dim == 3 ? x[2] : 0, t);
  return P::exterior(condition.type, u_m, data, n, position, t, c, problem.alpha);
}

template <class P>
typename RandomProblem<P>::Fields RandomProblem<P>::source(int e, int node, double t) const {
  Fields s;
  for (int f = 0; f < n_fields; ++f) {
    s[f] = 0;
    for (int q = 0; q < Ns && !problem.source.empty(); ++q) {
      const double* x = &source_coordinates[(static_cast<std::size_t>(e) * Ns + q) * dim];
      s[f] += source_project[node * Ns + q] * problem.source[f](x[0], x[1], dim == 3 ? x[2] : 0, t);
    }
  }
  return s;
}

/// r = −Σ_i D_i (∇r_i·F) + LIFT (sJ/J)(F·n − F*)
template <class P>
void RandomProblem<P>::straight_divergence(const std::vector<double>& u, int e, double t,
                                           std::vector<Fields>& r) const {
  for (int k = 0; k < Np; ++k) {
    const auto F = P::flux(state(u, e, k), coefficients_at(e, k));
    for (int node = 0; node < Np; ++node)
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          for (int f = 0; f < n_fields; ++f)
            r[node][f] -= D[(i * Np + node) * Np + k] * metric[(e * dim + i) * dim + j] * F[j][f];
  }
  for (int face = 0; face < n_faces; ++face) {
    const int fe = e * n_faces + face, other = neighbor[fe];
    Vec<double, dim> n;
    for (int d = 0; d < dim; ++d) n[d] = normals[fe * dim + d];
    for (int m = 0; m < Nfp; ++m) {
      const int own = face_nodes[face * Nfp + m];
      const int met = neighbor_nodes[(neighbor_face[fe] * n_orientations + orientation[fe]) * Nfp + m];
      const Fields u_m = state(u, e, own);
      const Coefficients c_m = coefficients_at(e, own);
      Fields u_p = state(u, other, met);
      Coefficients c_p = coefficients_at(other, met);
      if (boundary[fe] >= 0) {
        u_p = exterior(e, face, u_m, c_m, n,
                       &node_coordinates[(static_cast<std::size_t>(e) * Np + own) * dim], t);
        c_p = c_m;
      }
      const auto F = P::flux(u_m, c_m);
      const Fields numerical = P::numerical_flux(u_m, c_m, u_p, c_p, n, problem.alpha);
      for (int f = 0; f < n_fields; ++f) {
        double difference = -numerical[f];
        for (int d = 0; d < dim; ++d) difference += n[d] * F[d][f];
        for (int node = 0; node < Np; ++node)
          r[node][f] += lift[(node * n_faces + face) * Nfp + m] * f_scale[fe] * difference;
      }
    }
  }
}

/// r = P (1/J) V { −½ Σ_i [P (J g^i·F(∂_i u)) − P_i (J g^i·F(u))] − P_f sJ (F* − ½ F(u)·n) }
template <class P>
void RandomProblem<P>::curved_divergence(const std::vector<double>& u, int e, double t,
                                         std::vector<Fields>& r) const {
  const int c = curved_index[e];
  std::vector<Fields> inner(Np, Fields{});
  for (int q = 0; q < Nq; ++q) {
    Fields u_q{};
    Coefficients c_q{};
    for (int k = 0; k < Np; ++k) {
      for (int f = 0; f < n_fields; ++f) u_q[f] += V[q * Np + k] * u[at(e, f, k)];
      for (int i = 0; i < n_coefficients; ++i) c_q[i] += V[q * Np + k] * coefficients_at(e, k)[i];
    }
    if (!P::nodal_coefficients) c_q = coefficients_at(e, 0);
    const auto F = P::flux(u_q, c_q);
    for (int i = 0; i < dim; ++i) {
      Fields derivative{};
      for (int k = 0; k < Np; ++k)
        for (int f = 0; f < n_fields; ++f) derivative[f] += Dq[(i * Nq + q) * Np + k] * u[at(e, f, k)];
      const auto F_derivative = P::flux(derivative, c_q);
      for (int j = 0; j < dim; ++j) {
        const double g = curved_metric[((c * Nq + q) * dim + i) * dim + j];
        for (int node = 0; node < Np; ++node)
          for (int f = 0; f < n_fields; ++f)
            inner[node][f] -=
                0.5 * g *
                (project[node * Nq + q] * F_derivative[j][f] - project_D[(i * Np + node) * Nq + q] * F[j][f]);
      }
    }
  }
  for (int face = 0; face < n_faces; ++face) {
    const int fe = e * n_faces + face, other = neighbor[fe];
    for (int q = 0; q < Nfq; ++q) {
      Fields u_m{}, u_p{};
      Coefficients c_m{}, c_p{};
      for (int m = 0; m < Nfp; ++m) {
        const int own = face_nodes[face * Nfp + m];
        const int met = neighbor_nodes[(neighbor_face[fe] * n_orientations + orientation[fe]) * Nfp + m];
        const double w = face_V[q * Nfp + m];
        for (int f = 0; f < n_fields; ++f) {
          u_m[f] += w * u[at(e, f, own)];
          u_p[f] += w * u[at(other, f, met)];
        }
        for (int i = 0; i < n_coefficients; ++i) {
          c_m[i] += w * coefficients_at(e, own)[i];
          c_p[i] += w * coefficients_at(other, met)[i];
        }
      }
      if (!P::nodal_coefficients) {
        c_m = coefficients_at(e, 0);
        c_p = coefficients_at(other, 0);
      }
      const double* scaled = &curved_normals[((c * n_faces + face) * Nfq + q) * dim];
      double sJ = 0;
      for (int d = 0; d < dim; ++d) sJ += scaled[d] * scaled[d];
      sJ = std::sqrt(sJ);
      Vec<double, dim> n;
      for (int d = 0; d < dim; ++d) n[d] = scaled[d] / sJ;
      if (boundary[fe] >= 0) {
        u_p = exterior(e, face, u_m, c_m, n, &face_points[((c * n_faces + face) * Nfq + q) * dim], t);
        c_p = c_m;
      }
      const auto F = P::flux(u_m, c_m);
      const Fields numerical = P::numerical_flux(u_m, c_m, u_p, c_p, n, problem.alpha);
      for (int f = 0; f < n_fields; ++f) {
        double g = numerical[f];
        for (int d = 0; d < dim; ++d) g -= 0.5 * n[d] * F[d][f];
        for (int node = 0; node < Np; ++node)
          inner[node][f] -= face_project[(node * n_faces + face) * Nfq + q] * sJ * g;
      }
    }
  }
  for (int q = 0; q < Nq; ++q) {
    Fields at_point{};
    for (int k = 0; k < Np; ++k)
      for (int f = 0; f < n_fields; ++f) at_point[f] += V[q * Np + k] * inner[k][f];
    for (int node = 0; node < Np; ++node)
      for (int f = 0; f < n_fields; ++f)
        r[node][f] += project[node * Nq + q] * at_point[f] / curved_jacobian[c * Nq + q];
  }
}

template <class P>
std::vector<double> RandomProblem<P>::rate(const std::vector<double>& u, double t) const {
  std::vector<double> result(u.size());
  for (int e = 0; e < K; ++e) {
    std::vector<Fields> r(Np, Fields{});
    if (curved_index[e] < 0)
      straight_divergence(u, e, t, r);
    else
      curved_divergence(u, e, t, r);
    for (int node = 0; node < Np; ++node) {
      const Coefficients c = coefficients_at(e, node);
      const Fields s = P::source(state(u, e, node), source(e, node, t), t, c);
      for (int f = 0; f < n_fields; ++f) r[node][f] += s[f];
      const Fields l = P::apply_inverse_storage(r[node], c);
      for (int f = 0; f < n_fields; ++f) result[at(e, f, node)] = l[f];
    }
  }
  return result;
}

}  // namespace dgsolve::test
