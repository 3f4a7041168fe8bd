#include "solver/interior_penalty/element.hpp"

#include <algorithm>

#include "solver/discretization/geometric_factors.hpp"
#include "solver/reference/basis.hpp"

namespace dgsolve {
namespace {

/// Good enough for κ and data; and exact for a test function times a metric (degree 2(p−1)), or a linear
/// solution would not be exact on curved cells.
int degree(const Mesh& mesh, int N) { return std::max(2 * N + 2, N + 2 * (mesh.geometry_order - 1)); }

Matrix mass_of(const Matrix& V, const std::vector<double>& weights) {
  Matrix weighted = V;
  for (int q = 0; q < V.rows; ++q)
    for (int i = 0; i < V.cols; ++i) weighted(q, i) *= weights[q];
  return transpose(V) * weighted;
}

Matrix projection(const Matrix& mass, const Matrix& V, const std::vector<double>& weights) {
  Matrix right = transpose(V);
  for (int i = 0; i < right.rows; ++i)
    for (int q = 0; q < right.cols; ++q) right(i, q) *= weights[q];
  return inverse(mass) * right;
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

EllipticElement::EllipticElement(const Mesh& mesh, const ReferenceElement& e)
    : element(e),
      cell_rule(simplex_quadrature(e.dim, degree(mesh, e.N))),
      face_rule(e.dim == 2 ? simplex_quadrature(1, degree(mesh, e.N))
                           : symmetric_triangle_quadrature(degree(mesh, e.N))),
      V(interpolation(e.dim, e.N, e.nodes, cell_rule.points)),
      face_V(interpolation(e.dim - 1, e.N, e.nodes_on_face(), face_rule.points)),
      face_mass(mass_of(face_V, face_rule.weights)),
      gradient_basis(basis(e.dim, e.N - 1, e.nodes)),
      face_gradient_basis(basis(e.dim - 1, e.N - 1, e.nodes_on_face())),
      face_project(projection(face_mass, face_V, face_rule.weights)),
      map_(mesh, all_points(e, cell_rule, face_rule)) {
  const int dim = e.dim, Np = e.Np;
  for (int i = 0; i < dim; ++i) {
    Dq.push_back(interpolation_derivative(dim, e.N, i, e.nodes, cell_rule.points));
    Matrix derivative(Np, Np);
    std::copy_n(&e.D[static_cast<std::size_t>(i) * Np * Np], derivative.a.size(), derivative.a.begin());
    D.push_back(std::move(derivative));
  }
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) stiffness.push_back(transpose(D[i]) * e.mass * D[j]);
  for (int f = 0; f < e.n_faces; ++f)
    for (int i = 0; i < dim; ++i) {
      Matrix rows(e.Nfp, Np);
      for (int k = 0; k < e.Nfp; ++k) std::copy_n(&D[i](e.face_nodes[f * e.Nfp + k], 0), Np, &rows(k, 0));
      face_D_.push_back(std::move(rows));
    }
}

CellPoints EllipticElement::points(int e) const {
  const int dim = element.dim, n = n_points();
  CellPoints p{std::vector<double>(n * dim), std::vector<double>(n), std::vector<double>(n * dim * dim),
               std::vector<double>(element.n_faces * Nfq() * dim)};
  std::vector<double> dxdr(n * dim * dim);
  map_.coordinates(e, p.x.data());
  map_.derivatives(e, dxdr.data());
  for (int q = 0; q < n; ++q)
    p.J[q] = jacobian_and_metric(dim, &dxdr[q * dim * dim], &p.metric[q * dim * dim]);
  for (int f = 0; f < element.n_faces; ++f)
    for (int q = 0; q < Nfq(); ++q)
      scaled_normal(dim, f, &p.metric[point(f, q) * dim * dim], &p.normals[(f * Nfq() + q) * dim]);
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
  const std::size_t size = static_cast<std::size_t>(Nfq()) * element.dim;
  return std::span(p.normals).subspan(face * size, size);
}

}  // namespace dgsolve
