/// The right-hand side of random wave problems by plain scalar loops that follow the formulas: what the
/// host's kernels are held to.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/waves/cells/covariant_geometry.hpp"
#include "tests/support/kernels/covariant_reference.hpp"
#include "tests/support/kernels/random_problem.hpp"

namespace dgsolve::test {

/// The rate of a problem in a state, canonical. Keeps references to both.
template <class P>
class WrittenOutRate {
 public:
  WrittenOutRate(const RandomProblem<P>& problem, const std::vector<double>& state) : p(problem), u(state) {}

  /// L(u, t), canonical.
  std::vector<double> rate(double t) const {
    std::vector<double> result(u.size());
    for (int e = 0; e < p.K; ++e) {
      std::vector<Fields> r(p.Np, Fields{});
      if (p.curved_index[e] < 0)
        straight_divergence(e, t, r);
      else if (p.problem.is_covariant())
        covariant_divergence(e, t, r);
      else
        curved_divergence(e, t, r);
      for (int node = 0; node < p.Np; ++node) {
        const Coefficients c = coefficients_at(e, node);
        const Fields s = P::source(state(e, node), source(e, node, t), t, c);
        for (int f = 0; f < n_fields; ++f) r[node][f] += s[f];
        const Fields l = P::apply_inverse_storage(r[node], c);
        for (int f = 0; f < n_fields; ++f) result[at(e, f, node)] = l[f];
      }
    }
    return result;
  }

 private:
  static constexpr int dim = P::dim, n_faces = dim + 1, n_fields = P::n_fields;
  static constexpr int n_coefficients = P::n_coefficients, n_orientations = RandomProblem<P>::n_orientations;
  using Fields = Vec<double, n_fields>;
  using Coefficients = Vec<double, n_coefficients>;

  std::size_t at(int e, int field, int node) const {
    return (static_cast<std::size_t>(e) * n_fields + field) * p.Np + node;
  }

  Fields state(int e, int node) const {
    Fields f;
    for (int i = 0; i < n_fields; ++i) f[i] = u[at(e, i, node)];
    return f;
  }

  Coefficients coefficients_at(int e, int node) const {
    const std::size_t row =
        P::nodal_coefficients ? static_cast<std::size_t>(e) * p.Np + node : p.coefficient_row[e];
    Coefficients c;
    for (int i = 0; i < n_coefficients; ++i) c[i] = p.coefficients[row * n_coefficients + i];
    return c;
  }

  Vec<double, P::n_flux_parameters> flux_parameters() const {
    Vec<double, P::n_flux_parameters> parameters{};
    std::copy_n(p.problem.flux_parameters.begin(), P::n_flux_parameters, parameters.v);
    return parameters;
  }

  /// The state across a face: an exterior one, or u_p, at interfaces with data.
  Fields across(int e, int face, int point, const Fields& u_m, const Fields& u_p, const Coefficients& c,
                const Vec<double, dim>& n, const double* x, double t) const {
    const int side = e * n_faces + face, number = p.problem.trace.condition(side);
    if (number < 0) return u_p;
    const BoundaryCondition& condition = p.problem.boundaries[number];
    Fields data;
    Vec<double, dim> position;
    for (int d = 0; d < dim; ++d) position[d] = x[d];
    for (int f = 0; f < n_fields; ++f)
      data[f] = condition.data.empty() ? 0 : condition.data[f](x[0], x[1], dim == 3 ? x[2] : 0, t);
    for (const FaceTerm& term : condition.terms)
      if (const auto values = FaceTermTable(p.problem, term).at(side); !values.empty())
        for (int f = 0; f < n_fields; ++f) data[f] += term.time(0, 0, 0, t) * values[point * n_fields + f];
    if (condition.type == BoundaryCondition::interface) {
      for (int f = 0; f < n_fields; ++f) data[f] += u_p[f];
      return data;
    }
    return P::exterior(condition.type, u_m, data, n, position, t, c, flux_parameters());
  }

  Fields source(int e, int node, double t) const {
    Fields s;
    for (int f = 0; f < n_fields; ++f) {
      s[f] = 0;
      for (int q = 0; q < p.Ns && !p.problem.source.formulas.empty(); ++q) {
        const double* x = &p.source_coordinates[(static_cast<std::size_t>(e) * p.Ns + q) * dim];
        s[f] += p.source_project[node * p.Ns + q] *
                p.problem.source.formulas[f](x[0], x[1], dim == 3 ? x[2] : 0, t);
      }
      for (const CellSource& given : p.cell_sources)
        for (std::size_t i = 0; i < given.cells.size(); ++i)
          if (given.field == f && given.cells[i] == e)
            s[f] += given.values[i * p.Np + node] * given.time(0, 0, 0, t);
    }
    return s;
  }

  /// r = −Σ_i D_i (∇r_i·F) + LIFT (sJ/J)(F·n − F*)
  void straight_divergence(int e, double t, std::vector<Fields>& r) const {
    for (int k = 0; k < p.Np; ++k) {
      const auto F = P::flux(state(e, k), coefficients_at(e, k));
      for (int node = 0; node < p.Np; ++node)
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j)
            for (int f = 0; f < n_fields; ++f)
              r[node][f] -= p.D[(i * p.Np + node) * p.Np + k] * p.metric[(e * dim + i) * dim + j] * F[j][f];
    }
    for (int face = 0; face < n_faces; ++face) {
      const int fe = e * n_faces + face, other = p.neighbor[fe];
      Vec<double, dim> n;
      for (int d = 0; d < dim; ++d) n[d] = p.normals[fe * dim + d];
      for (int m = 0; m < p.Nfp; ++m) {
        const int own = p.face_nodes[face * p.Nfp + m];
        const int met =
            p.neighbor_nodes[(p.neighbor_face[fe] * n_orientations + p.orientation[fe]) * p.Nfp + m];
        const Fields u_m = state(e, own);
        const Coefficients c_m = coefficients_at(e, own);
        const Fields u_p = across(e, face, m, u_m, state(other, met), c_m, n,
                                  &p.node_coordinates[(static_cast<std::size_t>(e) * p.Np + own) * dim], t);
        const Coefficients c_p = p.boundary[fe] >= 0 ? c_m : coefficients_at(other, met);
        const auto F = P::flux(u_m, c_m);
        const Fields numerical = P::numerical_flux(u_m, c_m, u_p, c_p, n, flux_parameters());
        for (int f = 0; f < n_fields; ++f) {
          double difference = -numerical[f];
          for (int d = 0; d < dim; ++d) difference += n[d] * F[d][f];
          for (int node = 0; node < p.Np; ++node)
            r[node][f] += p.lift[(node * n_faces + face) * p.Nfp + m] * p.f_scale[fe] * difference;
        }
      }
    }
  }

  /// r = P (1/J) V { −½ Σ_i [P (J g^i·F(∂_i u)) − P_i (J g^i·F(u))] − P_f sJ (F* − ½ F(u)·n) }
  void curved_divergence(int e, double t, std::vector<Fields>& r) const {
    const int c = p.curved_index[e];
    std::vector<Fields> inner(p.Np, Fields{});
    for (int q = 0; q < p.Nq; ++q) {
      Fields u_q{};
      Coefficients c_q{};
      for (int k = 0; k < p.Np; ++k) {
        for (int f = 0; f < n_fields; ++f) u_q[f] += p.V[q * p.Np + k] * u[at(e, f, k)];
        for (int i = 0; i < n_coefficients; ++i) c_q[i] += p.V[q * p.Np + k] * coefficients_at(e, k)[i];
      }
      if (!P::nodal_coefficients) c_q = coefficients_at(e, 0);
      const auto F = P::flux(u_q, c_q);
      for (int i = 0; i < dim; ++i) {
        Fields derivative{};
        for (int k = 0; k < p.Np; ++k)
          for (int f = 0; f < n_fields; ++f)
            derivative[f] += p.Dq[(i * p.Nq + q) * p.Np + k] * u[at(e, f, k)];
        const auto F_derivative = P::flux(derivative, c_q);
        for (int j = 0; j < dim; ++j) {
          const double g = p.curved_metric[((c * p.Nq + q) * dim + i) * dim + j];
          for (int node = 0; node < p.Np; ++node)
            for (int f = 0; f < n_fields; ++f)
              inner[node][f] -= 0.5 * g *
                                (p.project[node * p.Nq + q] * F_derivative[j][f] -
                                 p.project_D[(i * p.Np + node) * p.Nq + q] * F[j][f]);
        }
      }
    }
    for (int face = 0; face < n_faces; ++face) {
      const int fe = e * n_faces + face, other = p.neighbor[fe];
      for (int q = 0; q < p.Nfq; ++q) {
        Fields u_m{}, u_p{};
        Coefficients c_m{}, c_p{};
        for (int m = 0; m < p.Nfp; ++m) {
          const int own = p.face_nodes[face * p.Nfp + m];
          const int met =
              p.neighbor_nodes[(p.neighbor_face[fe] * n_orientations + p.orientation[fe]) * p.Nfp + m];
          const double w = p.face_V[q * p.Nfp + m];
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
        const double* scaled = &p.curved_normals[((c * n_faces + face) * p.Nfq + q) * dim];
        double sJ = 0;
        for (int d = 0; d < dim; ++d) sJ += scaled[d] * scaled[d];
        sJ = std::sqrt(sJ);
        Vec<double, dim> n;
        for (int d = 0; d < dim; ++d) n[d] = scaled[d] / sJ;
        u_p =
            across(e, face, q, u_m, u_p, c_m, n, &p.face_points[((c * n_faces + face) * p.Nfq + q) * dim], t);
        if (p.boundary[fe] >= 0) c_p = c_m;
        const auto F = P::flux(u_m, c_m);
        const Fields numerical = P::numerical_flux(u_m, c_m, u_p, c_p, n, flux_parameters());
        for (int f = 0; f < n_fields; ++f) {
          double g = numerical[f];
          for (int d = 0; d < dim; ++d) g -= 0.5 * n[d] * F[d][f];
          for (int node = 0; node < p.Np; ++node)
            inner[node][f] -= p.face_project[(node * n_faces + face) * p.Nfq + q] * sJ * g;
        }
      }
    }
    for (int q = 0; q < p.Nq; ++q) {
      Fields at_point{};
      for (int k = 0; k < p.Np; ++k)
        for (int f = 0; f < n_fields; ++f) at_point[f] += p.V[q * p.Np + k] * inner[k][f];
      for (int node = 0; node < p.Np; ++node)
        for (int f = 0; f < n_fields; ++f)
          r[node][f] += p.project[node * p.Nq + q] * at_point[f] / p.curved_jacobian[c * p.Nq + q];
    }
  }

  int met_node(int side, int m) const {
    return p.neighbor_nodes[(p.neighbor_face[side] * n_orientations + p.orientation[side]) * p.Nfp + m];
  }

  /// −√g n×(b − b*) and √g n×(a − a*) at the nodes of a face with a neighbour, by the metric of the chords.
  std::vector<VectorPair> neighbor_columns(int e, int face, double t) const {
    const int side = e * n_faces + face, other = p.neighbor[side];
    const ReferenceFace shape(p, face);
    const Vec<double, 4> w =
        P::curl_pair_weights(coefficients_at(e, 0), coefficients_at(other, 0), flux_parameters());
    const Metric2 A = penalty_metric(p.problem, e, face);
    const auto n_x = [&](const Vec<double, 2>& x) {
      return Vec<double, 2>{{-shape.outward * (A.of_01 * x[0] + A.of_11 * x[1]),
                             shape.outward * (A.of_00 * x[0] + A.of_01 * x[1])}};
    };
    std::vector<VectorPair> columns;
    for (int m = 0; m < p.Nfp; ++m) {
      const int node = p.face_nodes[face * p.Nfp + m];
      const Fields u_m = state(e, node);
      const Fields u_p = across(e, face, m, u_m, state(other, met_node(side, m)), coefficients_at(e, 0), {},
                                &p.node_coordinates[(static_cast<std::size_t>(e) * p.Np + node) * dim], t);
      const Map map = map_at(p.tangents_at_nodes, p.curved_index[e] * p.Np + node);
      Vec<double, 2> jump[2], d[2];  // of a and b
      for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k)
          jump[i][k] = dot_product(shape.tangent(map, k), part<P>(u_m, i)) -
                       dot_product(shape.tangent(map, k), part<P>(u_p, i));
      const Vec<double, 2> n_x_a = n_x(jump[0]), n_x_b = n_x(jump[1]);
      for (int k = 0; k < 2; ++k) {
        d[0][k] = w[0] * jump[0][k] + w[1] * n_x_b[k];
        d[1][k] = w[2] * jump[1][k] - w[3] * n_x_a[k];
      }
      const double s = shape.outward;
      columns.push_back(
          {shape.along({{s * d[1][1], -s * d[1][0]}}), shape.along({{-s * d[0][1], s * d[0][0]}})});
    }
    return columns;
  }

  /// Columns of a face at a boundary, projected from its quadrature points, by the metric there.
  std::vector<VectorPair> boundary_columns(int e, int face, double t) const {
    const ReferenceFace shape(p, face);
    const Coefficients c = coefficients_at(e, 0);
    std::vector<VectorPair> columns(p.Nfp);
    for (int q = 0; q < p.Nfq; ++q) {
      const std::size_t point = (static_cast<std::size_t>(p.curved_index[e]) * n_faces + face) * p.Nfq + q;
      const Map map = map_at(p.tangents_at_face_points, point);
      const auto t0 = shape.tangent(map, 0), t1 = shape.tangent(map, 1);
      const double g00 = dot_product(t0, t0), g01 = dot_product(t0, t1), g11 = dot_product(t1, t1);
      const double det = g00 * g11 - g01 * g01, area = std::sqrt(det);
      const auto raised = [&](const Vec<double, 2>& x) {
        return Vec<double, 2>{{(g11 * x[0] - g01 * x[1]) / det, (g00 * x[1] - g01 * x[0]) / det}};
      };
      Fields u_m{};
      for (int i = 0; i < 2; ++i) {
        Vec<double, 2> trace{};
        for (int m = 0; m < p.Nfp; ++m) {
          const int node = p.face_nodes[face * p.Nfp + m];
          const Map at_node = map_at(p.tangents_at_nodes, p.curved_index[e] * p.Np + node);
          for (int k = 0; k < 2; ++k)
            trace[k] +=
                p.face_V[q * p.Nfp + m] * dot_product(shape.tangent(at_node, k), part<P>(state(e, node), i));
        }
        const Vec<double, 2> up = raised(trace);
        for (int j = 0; j < 3; ++j) u_m[P::curl_pair[i] + j] = up[0] * t0[j] + up[1] * t1[j];
      }
      Vec<double, dim> n = cross_product(t0, t1);
      for (int j = 0; j < 3; ++j) n[j] *= shape.outward / area;
      const Fields u_p = across(e, face, q, u_m, u_m, c, n, &p.face_points[point * dim], t);
      const Fields own = P::normal_flux(u_m, c, n),
                   numerical = P::numerical_flux(u_m, c, u_p, c, n, flux_parameters());
      Vec<double, 3> of_point[2];
      for (int i = 0; i < 2; ++i) {
        Vec<double, 3> difference = part<P>(own, i);
        for (int j = 0; j < 3; ++j) difference[j] = area * (difference[j] - part<P>(numerical, i)[j]);
        of_point[i] = shape.along(raised({{dot_product(t0, difference), dot_product(t1, difference)}}));
      }
      for (int m = 0; m < p.Nfp; ++m)
        for (int j = 0; j < 3; ++j) {
          columns[m].a[j] += p.nodal_face_project[m * p.Nfq + q] * of_point[0][j];
          columns[m].b[j] += p.nodal_face_project[m * p.Nfq + q] * of_point[1][j];
        }
    }
    return columns;
  }

  /// r of kernels/host/waves/cells/covariant.hpp, Cartesian.
  void covariant_divergence(int e, double t, std::vector<Fields>& r) const {
    if constexpr (has_curl_pair<P>) {
      const int c = p.curved_index[e];
      std::vector<VectorPair> own, at_points(p.Nq), columns;
      for (int k = 0; k < p.Np; ++k) {
        const Map map = map_at(p.tangents_at_nodes, c * p.Np + k);
        own.push_back(
            {to_covariant(map, part<P>(state(e, k), 0)), to_covariant(map, part<P>(state(e, k), 1))});
      }
      for (int face = 0; face < n_faces; ++face) {
        const bool at_a_boundary = p.boundary[e * n_faces + face] >= 0;
        for (const VectorPair& column :
             at_a_boundary ? boundary_columns(e, face, t) : neighbor_columns(e, face, t))
          columns.push_back(column);
      }
      for (int q = 0; q < p.Nq; ++q) {
        VectorPair sum{};
        const auto D = [&](int i, int k) { return p.Dq[(i * p.Nq + q) * p.Np + k]; };
        for (int k = 0; k < p.Np; ++k)
          for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            sum.a[i] += D(j, k) * own[k].b[l] - D(l, k) * own[k].b[j];
            sum.b[i] -= D(j, k) * own[k].a[l] - D(l, k) * own[k].a[j];
          }
        for (int m = 0; m < n_faces * p.Nfp; ++m) sum.add(p.point_lift[q * n_faces * p.Nfp + m], columns[m]);
        const Map map = map_at(p.tangents_at_points, c * p.Nq + q);
        at_points[q] = {weighted(map, sum.a), weighted(map, sum.b)};
      }
      for (int node = 0; node < p.Np; ++node) {
        VectorPair rate{};
        for (int q = 0; q < p.Nq; ++q) rate.add(p.project[node * p.Nq + q], at_points[q]);
        const Map map = map_at(p.tangents_at_nodes, c * p.Np + node);
        for (int i = 0; i < 2; ++i) {
          const auto cartesian = to_cartesian(map, i == 0 ? rate.a : rate.b);
          for (int j = 0; j < 3; ++j) r[node][P::curl_pair[i] + j] += cartesian[j];
        }
      }
    }
  }

  const RandomProblem<P>& p;
  const std::vector<double>& u;
};

}  // namespace dgsolve::test
