#include "solver/interior_penalty/element.hpp"

#include <algorithm>
#include <cmath>

#include "solver/discretization/geometric_factors.hpp"
#include "solver/linear/small_tensors.hpp"
#include "solver/reference/basis.hpp"

namespace dgsolve {
namespace {

/// Good enough for κ and data; and exact for a test function times a metric (degree 2(p−1)), or a linear
/// solution would not be exact on curved cells.
int degree(const Mesh& mesh, int N) { return std::max(2 * N + 2, N + 2 * (mesh.geometry_order - 1)); }

/// Vᵀ W
Matrix weighted_transpose(const Matrix& V, const std::vector<double>& weights) {
  Matrix result = transpose(V);
  scale_columns(result, weights);
  return result;
}

std::vector<double> all_points(const ReferenceElement& element, const Quadrature& cell,
                               const Quadrature& face) {
  std::vector<double> points = cell.points;
  for (int f = 0; f < element.n_faces; ++f) {
    const std::vector<double> on_face = points_on_face(element.dim, f, face.points);
    points.insert(points.end(), on_face.begin(), on_face.end());
  }
  return points;
}

}  // namespace

NodalBasis::NodalBasis(int dim, int degree) {
  if (degree == 0) {  // a constant, wherever it is seen
    values = basis(dim, 0, std::vector<double>(dim, 0.0));
    on_faces.assign(dim + 1, 0);
  } else {
    const ReferenceElement element(dim, degree);
    values = element.V;
    on_faces = element.face_nodes;
  }
  inverse = dgsolve::inverse(values);
}

EllipticElement::EllipticElement(const Discretization& d)
    : EllipticElement(d, degree(d.mesh, d.element.N), geometry_modes(d.mesh)) {}

EllipticElement::EllipticElement(const Discretization& d, int degree, const Matrix& geometry)
    : element(d.element),
      rule_degree(degree),
      cell_rule(data_quadrature(element.dim, rule_degree)),
      face_rule(data_quadrature(element.dim - 1, rule_degree)),
      V(interpolation(element.dim, element.N, element.nodes, cell_rule.points)),
      face_V(interpolation(element.dim - 1, element.N, element.nodes_on_face(), face_rule.points)),
      face_mass(transpose(face_V) * transpose(weighted_transpose(face_V, face_rule.weights))),
      gradient_basis(basis(element.dim, element.N - 1, element.nodes)),
      face_gradient_basis(basis(element.dim - 1, element.N - 1, element.nodes_on_face())),
      gradient_nodes(element.dim, element.N - 1),
      face_project(inverse(face_mass) * weighted_transpose(face_V, face_rule.weights)),
      discretization_(d),
      points_(all_points(element, cell_rule, face_rule)),
      map_(d.mesh, points_, geometry),
      inside_map_(d.mesh, cell_rule.points, geometry) {
  const ReferenceElement& e = element;
  const int dim = e.dim, Np = e.Np;
  std::vector<Matrix> D;
  for (int i = 0; i < dim; ++i) {
    Dq.push_back(interpolation_derivative(dim, e.N, i, e.nodes, cell_rule.points));
    D.push_back(entry(e.D, i, Np, Np));
  }
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) stiffness.push_back(transpose(D[i]) * e.mass * D[j]);
  const auto append = [](std::vector<double>& all, const Matrix& m) {
    all.insert(all.end(), m.a.begin(), m.a.end());
  };
  for (int i = 0; i < dim; ++i) {
    gradient_.push_back(transpose(gradient_basis) * e.mass * D[i]);
    append(gradient, gradient_[i]);
  }
  for (int f = 0; f < e.n_faces; ++f) {
    const auto on_face = [&](const Matrix& m) {
      Matrix rows(e.Nfp, m.cols);
      for (int k = 0; k < e.Nfp; ++k)
        std::copy_n(&m.a[e.face_nodes[f * e.Nfp + k] * m.cols], m.cols, &rows(k, 0));
      return rows;
    };
    const Matrix trace = transpose(face_gradient_basis) * face_mass * on_face(gradient_basis);
    append(face_trace, trace);
    for (int i = 0; i < dim; ++i) {
      face_gradient_.push_back(trace * gradient_[i]);
      face_D_.push_back(on_face(D[i]));
      face_MD_.push_back(face_mass * face_D_.back());
    }
  }
}

Matrix EllipticElement::face_gradient(int face, const double* c) const {
  Matrix sum(n_face_gradient(), element.Np);
  for (int j = 0; j < element.dim; ++j) add_scaled(sum, c[j], face_gradient_[face * element.dim + j]);
  return sum;
}

CellPoints EllipticElement::points(int e) const {
  return discretization_.factors.is_curved(e) ? curved_points(e) : straight_points(e, true);
}

CellPoints EllipticElement::factors_inside(int e) const {
  if (!discretization_.factors.is_curved(e)) return straight_points(e, false);
  const int dim = element.dim, n = Nq();
  CellPoints p;
  p.dim = dim;
  p.n = n;
  p.J.resize(n);
  p.metric.resize(n * dim * dim);
  std::vector<double> dxdr(n * dim * dim);
  inside_map_.derivatives(e, dxdr.data());
  for (int q = 0; q < n; ++q)
    p.J[q] = jacobian_and_metric(dim, &dxdr[q * dim * dim], &p.metric[q * dim * dim]);
  return p;
}

void EllipticElement::weigh_inside(int e, double* values) const {
  if (!discretization_.factors.is_curved(e)) {
    const double J = discretization_.factors.straight(e).jacobian;
    for (int q = 0; q < Nq(); ++q) values[q] *= cell_rule.weights[q] * J;
    return;
  }
  const CellPoints p = factors_inside(e);
  for (int q = 0; q < Nq(); ++q) values[q] *= cell_rule.weights[q] * p.J[q];
}

CellPoints EllipticElement::straight_points(int e, bool with_coordinates) const {
  const StraightCell cell = discretization_.factors.straight(e);
  const Mesh& mesh = discretization_.mesh;
  const int dim = element.dim, n_faces = element.n_faces, n = with_coordinates ? n_points() : 0;
  CellPoints p{.dim = dim,
               .x = std::vector<double>(n * dim),
               .J = {cell.jacobian},
               .metric = std::vector<double>(dim * dim),
               .normals = std::vector<double>(n_faces * dim),
               .sJ = std::vector<double>(n_faces)};
  for (int i = 0; i < dim; ++i) {
    const double start = mesh.vertex(e, 0)[i];
    double edge[3] = {};  // half of it: the reference simplex's has length 2
    for (int j = 0; j < dim; ++j) edge[j] = (mesh.vertex(e, j + 1)[i] - start) / 2;
    for (int q = 0; q < n; ++q) {
      double x = start;
      for (int j = 0; j < dim; ++j) x += edge[j] * (1 + points_[q * dim + j]);
      p.x[q * dim + i] = x;
    }
  }
  for (int i = 0; i < dim * dim; ++i) p.metric[i] = cell.jacobian * cell.metric[i];
  for (int f = 0; f < n_faces; ++f) {
    p.sJ[f] = cell.jacobian * cell.f_scale[f];
    for (int i = 0; i < dim; ++i) p.normals[f * dim + i] = p.sJ[f] * cell.normals[f * dim + i];
  }
  return p;
}

CellPoints EllipticElement::curved_points(int e) const {
  const int dim = element.dim, n = n_points(), n_face_points = element.n_faces * Nfq();
  CellPoints p{.dim = dim,
               .n = n,
               .Nfq = Nfq(),
               .x = std::vector<double>(n * dim),
               .J = std::vector<double>(n),
               .metric = std::vector<double>(n * dim * dim),
               .normals = std::vector<double>(n_face_points * dim),
               .sJ = std::vector<double>(n_face_points)};
  std::vector<double> dxdr(n * dim * dim);
  map_.coordinates(e, p.x.data());
  map_.derivatives(e, dxdr.data());
  for (int q = 0; q < n; ++q)
    p.J[q] = jacobian_and_metric(dim, &dxdr[q * dim * dim], &p.metric[q * dim * dim]);
  for (int q = 0; q < n_face_points; ++q) {
    double* normal = &p.normals[q * dim];
    scaled_normal(dim, q / Nfq(), &p.metric[(Nq() + q) * dim * dim], normal);
    p.sJ[q] = std::sqrt(dot_product(dim, normal, normal));
  }
  return p;
}

std::span<const double> EllipticElement::inside(const CellPoints& p) const {
  return std::span(p.x).first(static_cast<std::size_t>(Nq()) * element.dim);
}

std::span<const double> EllipticElement::on_face(const CellPoints& p, int face) const {
  const std::size_t dim = element.dim;
  return std::span(p.x).subspan(point(face, 0) * dim, Nfq() * dim);
}

std::span<const double> EllipticElement::normals(const CellPoints& p, int face) const {
  const std::size_t size = static_cast<std::size_t>(p.Nfq) * element.dim;
  return std::span(p.normals).subspan(face * size, size);
}

double EllipticElement::integral(const CellPoints& p, std::span<const double> f) const {
  double sum = 0;
  for (int q = 0; q < Nq(); ++q) sum += cell_rule.weights[q] * p.J_at(q) * f[q];
  return sum;
}

}  // namespace dgsolve
