#include "solver/reference/reference_element.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "mesh/base/mesh.hpp"

namespace dgsolve {
namespace {

int in_range(const char* what, int value, int lowest, int highest) {
  if (value >= lowest && value <= highest) return value;
  throw std::invalid_argument(
      fmt::format("reference element: {} {}; expected {} to {}", what, value, lowest, highest));
}

void append(std::vector<double>& to, const Matrix& m) { to.insert(to.end(), m.a.begin(), m.a.end()); }

/// Writes `block` into the columns from `column` on of a row-major array with `cols` columns.
void set_columns(std::vector<double>& to, int cols, int column, const Matrix& block) {
  for (int i = 0; i < block.rows; ++i)
    for (int j = 0; j < block.cols; ++j) to[static_cast<std::size_t>(i) * cols + column + j] = block(i, j);
}

QuadratureRules rules_of(int dim, int geometry_order, int degree) {
  in_range("dimension", dim, 2, 3);
  if (in_range("geometric order", geometry_order, 1, 4) > 1)
    return {curved_quadrature(dim, degree),
            dim == 2 ? simplex_quadrature(1, degree) : curved_quadrature(2, degree)};
  return {simplex_quadrature(dim, degree),
          dim == 2 ? simplex_quadrature(1, degree) : symmetric_triangle_quadrature(degree)};
}

}  // namespace

std::vector<double> points_on_face(int dim, int f, const std::vector<double>& points) {
  std::vector<double> result;
  for (std::size_t q = 0; q < points.size(); q += dim - 1) {
    double barycentric[4] = {};
    double first = 1;
    for (int j = 1; j < dim; ++j) {
      const double share = (1 + points[q + j - 1]) / 2;
      barycentric[simplex(dim).face_vertex[f][j]] = share;
      first -= share;
    }
    barycentric[simplex(dim).face_vertex[f][0]] = first;
    for (int d = 0; d < dim; ++d) result.push_back(2 * barycentric[d + 1] - 1);
  }
  return result;
}

ReferenceElement::ReferenceElement(int dim, int N, int geometry_order, int degree)
    : ReferenceElement(dim, N, rules_of(dim, geometry_order, degree)) {}

ReferenceElement::ReferenceElement(int dim, int N, const QuadratureRules& rules)
    : dim(in_range("dimension", dim, 2, 3)),
      N(in_range("order", N, 1, max_order)),
      Np(n_polynomials(dim, N)),
      Nfp(n_polynomials(dim - 1, N)),
      n_faces(dim + 1),
      nodes(warp_blend_nodes(dim, N)) {
  find_face_nodes();
  make_nodal_operators();
  make_quadrature_operators(rules);
}

void ReferenceElement::find_face_nodes() {
  const std::vector<int> lattice = simplex_lattice(dim, N), face_lattice = simplex_lattice(dim - 1, N);
  std::map<std::vector<int>, int> node_at;  // lattice point → node
  for (int n = 0; n < Np; ++n)
    node_at[{lattice.begin() + n * (dim + 1), lattice.begin() + (n + 1) * (dim + 1)}] = n;

  // The node of face f whose face lattice point has component m[j] at the face's vertex j.
  const auto face_node = [&](int f, const int* m) {
    std::vector<int> index(dim + 1, 0);
    for (int j = 0; j < dim; ++j) index[simplex(dim).face_vertex[f][j]] = m[j];
    return node_at.at(index);
  };
  for (int f = 0; f < n_faces; ++f) {
    for (int k = 0; k < Nfp; ++k) face_nodes.push_back(face_node(f, &face_lattice[k * dim]));
    for (int j = 0; j < dim; ++j) face_vertices.push_back(simplex(dim).face_vertex[f][j]);
  }

  for (int f = 0; f < n_faces; ++f)
    for (int o = 0; o < simplex(dim).n_orientations; ++o) {
      for (int k = 0; k < Nfp; ++k) {
        int theirs[3] = {};
        for (int j = 0; j < dim; ++j) theirs[simplex(dim).permutation[o][j]] = face_lattice[k * dim + j];
        neighbor_nodes.push_back(face_node(f, theirs));
      }
      for (int j = 0; j < dim; ++j)
        neighbor_vertices.push_back(simplex(dim).face_vertex[f][simplex(dim).permutation[o][j]]);
    }
}

std::vector<double> ReferenceElement::nodes_on_face() const {
  // The first face has the cell's first vertices: it lies in the plane of the first dim − 1 coordinates.
  std::vector<double> result;
  for (int k = 0; k < Nfp; ++k)
    for (int d = 0; d < dim - 1; ++d) result.push_back(nodes[face_nodes[k] * dim + d]);
  return result;
}

/// The basis is orthonormal: M_f⁻¹ = V_f V_fᵀ of the nodes.
Matrix ReferenceElement::project_to_face() const {
  Matrix project = basis(dim - 1, N, nodes_on_face()) * transpose(basis(dim - 1, N, face_rule.points));
  scale_columns(project, face_rule.weights);
  return project;
}

void ReferenceElement::make_nodal_operators() {
  V = basis(dim, N, nodes);
  const Matrix V_inverse = inverse(V);
  mass = transpose(V_inverse) * V_inverse;
  for (int d = 0; d < dim; ++d) append(D, basis_derivative(dim, N, d, nodes) * V_inverse);

  const Matrix face_inverse = inverse(basis(dim - 1, N, nodes_on_face()));
  const Matrix face_mass = transpose(face_inverse) * face_inverse;
  const Matrix mass_inverse = V * transpose(V);
  lift.resize(static_cast<std::size_t>(Np) * n_faces * Nfp);
  for (int f = 0; f < n_faces; ++f) {
    Matrix columns(Np, Nfp);  // of M⁻¹, at the face's nodes
    for (int i = 0; i < Np; ++i)
      for (int k = 0; k < Nfp; ++k) columns(i, k) = mass_inverse(i, face_nodes[f * Nfp + k]);
    set_columns(lift, n_faces * Nfp, f * Nfp, columns * face_mass);
  }
}

Matrix ReferenceElement::weighted_projection(const Matrix& B, const std::vector<double>& weights) const {
  // The basis is orthonormal: M⁻¹ = V Vᵀ, and nodes → points is B V⁻¹, so M⁻¹ (B V⁻¹)ᵀ W = V Bᵀ W.
  Matrix p = V * transpose(B);
  scale_columns(p, weights);
  return p;
}

void ReferenceElement::make_quadrature_operators(const QuadratureRules& rules) {
  const Matrix V_inverse = inverse(V);
  cell_rule = rules.cells;
  const Matrix B = basis(dim, N, cell_rule.points);
  Vq = B * V_inverse;
  project = weighted_projection(B, cell_rule.weights);
  for (int d = 0; d < dim; ++d) {
    const Matrix B_d = basis_derivative(dim, N, d, cell_rule.points);
    append(Dq, B_d * V_inverse);
    append(project_D, weighted_projection(B_d, cell_rule.weights));
  }

  data_rule = data_quadrature(dim, 2 * N + 2);
  const Matrix data_B = basis(dim, N, data_rule.points);
  data_V = data_B * V_inverse;
  data_project = weighted_projection(data_B, data_rule.weights);

  face_rule = rules.faces;
  const int Nfq = face_rule.size();
  face_V = interpolation(dim - 1, N, nodes_on_face(), face_rule.points);
  face_project.resize(static_cast<std::size_t>(Np) * n_faces * Nfq);
  for (int f = 0; f < n_faces; ++f) {
    const std::vector<double> points = points_on_face(dim, f, face_rule.points);
    face_points.insert(face_points.end(), points.begin(), points.end());
    set_columns(face_project, n_faces * Nfq, f * Nfq,
                weighted_projection(basis(dim, N, points), face_rule.weights));
  }
}

ReferenceView ReferenceElement::view() const {
  return {dim,
          N,
          Np,
          Nfp,
          n_faces,
          D,
          lift,
          face_nodes,
          simplex(dim).n_orientations,
          neighbor_nodes,
          face_vertices,
          neighbor_vertices};
}

QuadratureView ReferenceElement::quadrature_view() const {
  return {cell_rule.size(), face_rule.size(), cell_rule.weights, Vq.a,         Dq,
          project.a,        project_D,        face_V.a,          face_project, face_rule.weights};
}

}  // namespace dgsolve
