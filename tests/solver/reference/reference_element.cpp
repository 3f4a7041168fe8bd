#include "solver/reference/reference_element.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "mesh/base/mesh.hpp"

namespace dgsolve {
namespace {

double largest(const Matrix& m) {
  double result = 0;
  for (double x : m.a) result = std::max(result, std::abs(x));
  return result;
}

Matrix difference(const Matrix& a, const Matrix& b) {
  Matrix c = a;
  for (std::size_t i = 0; i < c.a.size(); ++i) c.a[i] -= b.a[i];
  return c;
}

Matrix identity(int n) {
  Matrix m(n, n);
  for (int i = 0; i < n; ++i) m(i, i) = 1;
  return m;
}

Matrix block(const std::vector<double>& a, int rows, int cols, int index) {
  Matrix m(rows, cols);
  std::copy_n(a.begin() + static_cast<std::ptrdiff_t>(index) * rows * cols, rows * cols, m.a.begin());
  return m;
}

double power(double x, int n) { return n == 0 ? 1 : std::pow(x, n); }

/// Monomials r^i s^j t^k of degree ≤ N at points (or one derivative of them): [n][Np].
Matrix monomials(int dim, int N, const std::vector<double>& points, int direction = -1) {
  Matrix m(static_cast<int>(points.size()) / dim, n_polynomials(dim, N));
  for (int q = 0; q < m.rows; ++q) {
    int column = 0;
    for (int k = 0; k <= (dim > 2 ? N : 0); ++k)
      for (int j = 0; j <= N - k; ++j)
        for (int i = 0; i <= N - k - j; ++i) {
          const int exponent[3] = {i, j, k};
          double value = 1;
          for (int d = 0; d < dim; ++d) {
            const double x = points[q * dim + d];
            value *=
                d == direction ? exponent[d] * power(x, std::max(exponent[d] - 1, 0)) : power(x, exponent[d]);
          }
          m(q, column++) = value;
        }
  }
  return m;
}

/// Barycentric coordinates of a point of the bi-unit simplex.
std::vector<double> barycentric(int dim, const double* r) {
  std::vector<double> b(dim + 1, 1.0);
  for (int d = 0; d < dim; ++d) {
    b[d + 1] = (1 + r[d]) / 2;
    b[0] -= b[d + 1];
  }
  return b;
}

/// −2∇λ of the vertex opposite face f: the outward normal times the area ratio of the face to the bi-unit
/// face.
double scaled_normal(int dim, int f, int d) {
  int opposite = dim * (dim + 1) / 2;
  for (int j = 0; j < dim; ++j) opposite -= simplex(dim).face_vertex[f][j];
  return opposite == 0 ? 1 : (opposite == d + 1 ? -1 : 0);
}

/// Every element of orders 1…10 in both dimensions.
class EveryElement : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  const int dim = std::get<0>(GetParam()), N = std::get<1>(GetParam());
};
INSTANTIATE_TEST_SUITE_P(ReferenceElement, EveryElement,
                         testing::Combine(testing::Values(2, 3), testing::Range(1, 11)));

TEST_P(EveryElement, basis_is_orthonormal) {
  const Quadrature rule = simplex_quadrature(dim, 2 * N);
  const Matrix B = basis(dim, N, rule.points);
  Matrix WB = B;
  for (int q = 0; q < B.rows; ++q)
    for (int i = 0; i < B.cols; ++i) WB(q, i) *= rule.weights[q];
  EXPECT_LT(largest(difference(transpose(B) * WB, identity(B.cols))), 1e-12);
}

TEST_P(EveryElement, basis_derivatives_are_finite_and_right_at_the_collapsed_vertices) {
  std::vector<double> vertices;
  for (int v = 0; v <= dim; ++v)
    for (int d = 0; d < dim; ++d) vertices.push_back(v == d + 1 ? 1 : -1);
  const std::vector<double> nodes = warp_blend_nodes(dim, N);
  for (int d = 0; d < dim; ++d) {
    const Matrix at_vertices =
        interpolation_derivative(dim, N, d, nodes, vertices) * monomials(dim, N, nodes);
    EXPECT_LT(largest(difference(at_vertices, monomials(dim, N, vertices, d))), 1e-10);
  }
}

TEST_P(EveryElement, nodes_are_inside_and_start_and_end_at_vertices) {
  const std::vector<double> nodes = warp_blend_nodes(dim, N);
  for (std::size_t n = 0; n < nodes.size(); n += dim)
    for (double b : barycentric(dim, &nodes[n])) EXPECT_GE(b, -1e-14);
  for (int d = 0; d < dim; ++d) {
    EXPECT_EQ(nodes[d], -1);
    EXPECT_EQ(nodes[nodes.size() - dim + d], d == dim - 1 ? 1 : -1);
  }
}

TEST_P(EveryElement, node_set_is_symmetric_under_every_permutation_of_the_vertices) {
  const std::vector<double> nodes = warp_blend_nodes(dim, N);
  std::vector<int> permutation(dim + 1);
  std::iota(permutation.begin(), permutation.end(), 0);
  do {
    for (std::size_t n = 0; n < nodes.size(); n += dim) {
      const std::vector<double> b = barycentric(dim, &nodes[n]);
      double nearest = 1;
      for (std::size_t m = 0; m < nodes.size(); m += dim) {
        double distance = 0;
        for (int d = 0; d < dim; ++d)
          distance = std::max(distance, std::abs(nodes[m + d] - (2 * b[permutation[d + 1]] - 1)));
        nearest = std::min(nearest, distance);
      }
      ASSERT_LT(nearest, 1e-13);
    }
  } while (std::next_permutation(permutation.begin(), permutation.end()));
}

TEST_P(EveryElement, edge_nodes_are_gauss_lobatto_points) {
  const std::vector<double> nodes = warp_blend_nodes(dim, N);
  std::vector<double> lobatto = {-1, 1};  // and the extrema of the Legendre polynomial of degree N
  if (N > 1) {
    const std::vector<double> inner = gauss_jacobi(N - 1, 1, 1).points;
    lobatto.insert(lobatto.end(), inner.begin(), inner.end());
  }
  std::sort(lobatto.begin(), lobatto.end());
  for (int i = 0; i <= N; ++i) EXPECT_NEAR(nodes[i * dim], lobatto[i], 1e-14);
}

/// Equispaced points with n intervals an edge.
std::vector<double> equispaced(int dim, int n) {
  const std::vector<int> lattice = simplex_lattice(dim, n);
  std::vector<double> points;
  for (std::size_t i = 0; i < lattice.size(); i += dim + 1)
    for (int d = 0; d < dim; ++d) points.push_back(2.0 * lattice[i + d + 1] / n - 1);
  return points;
}

/// Largest Σ|Lagrange polynomials| over a fine lattice.
double lebesgue_constant(int dim, int N, const std::vector<double>& nodes) {
  const Matrix L = interpolation(dim, N, nodes, equispaced(dim, dim == 2 ? 40 : 16));
  double result = 0;
  for (int q = 0; q < L.rows; ++q) {
    double sum = 0;
    for (int i = 0; i < L.cols; ++i) sum += std::abs(L(q, i));
    result = std::max(result, sum);
  }
  return result;
}

TEST_P(EveryElement, interpolation_amplifies_little_and_less_than_equispaced_nodes) {
  const double ours = lebesgue_constant(dim, N, warp_blend_nodes(dim, N));
  EXPECT_LT(ours, dim == 2 ? 7 : 16);
  EXPECT_LT(ours, (N < 3 ? 1.0001 : 1) * lebesgue_constant(dim, N, equispaced(dim, N)));
}

TEST_P(EveryElement, differentiation_is_exact_for_polynomials) {
  const ReferenceElement element(dim, N);
  const Matrix p = monomials(dim, N, element.nodes);
  for (int d = 0; d < dim; ++d) {
    EXPECT_LT(largest(difference(block(element.D, element.Np, element.Np, d) * p,
                                 monomials(dim, N, element.nodes, d))),
              1e-10);
    EXPECT_LT(largest(difference(block(element.Dq, element.cell_rule.size(), element.Np, d) * p,
                                 monomials(dim, N, element.cell_rule.points, d))),
              1e-10);
  }
}

TEST_P(EveryElement, face_nodes_lie_on_their_face_and_are_ordered_alike) {
  const ReferenceElement element(dim, N);
  for (int f = 0; f < element.n_faces; ++f)
    for (int k = 0; k < element.Nfp; ++k) {
      const auto b = barycentric(dim, &element.nodes[element.face_nodes[f * element.Nfp + k] * dim]);
      const auto first = barycentric(dim, &element.nodes[element.face_nodes[k] * dim]);
      double sum = 0;
      for (int j = 0; j < dim; ++j) {
        EXPECT_NEAR(b[simplex(dim).face_vertex[f][j]], first[simplex(dim).face_vertex[0][j]], 1e-14);
        sum += b[simplex(dim).face_vertex[f][j]];
      }
      EXPECT_NEAR(sum, 1, 1e-14);
    }
}

TEST_P(EveryElement, neighbor_nodes_meet_ours_in_every_orientation) {
  const ReferenceElement element(dim, N);
  const int Nfp = element.Nfp;
  for (int f = 0; f < element.n_faces; ++f)
    for (int fn = 0; fn < element.n_faces; ++fn)
      for (int o = 0; o < simplex(dim).n_orientations; ++o)
        for (int k = 0; k < Nfp; ++k) {
          const int theirs = element.neighbor_nodes[(fn * simplex(dim).n_orientations + o) * Nfp + k];
          const auto a = barycentric(dim, &element.nodes[element.face_nodes[f * Nfp + k] * dim]);
          const auto b = barycentric(dim, &element.nodes[theirs * dim]);
          for (int j = 0; j < dim; ++j)
            EXPECT_NEAR(a[simplex(dim).face_vertex[f][j]],
                        b[simplex(dim).face_vertex[fn][simplex(dim).permutation[o][j]]], 1e-14);
        }
}

/// M D_i + D_iᵀ M = Σ_f n_i ∫_f, the face terms taken from LIFT = M⁻¹ ∫_f.
TEST_P(EveryElement, differentiation_and_lift_satisfy_integration_by_parts) {
  const ReferenceElement element(dim, N);
  const Matrix lifted = element.mass * block(element.lift, element.Np, element.n_faces * element.Nfp, 0);
  for (int d = 0; d < dim; ++d) {
    const Matrix MD = element.mass * block(element.D, element.Np, element.Np, d);
    Matrix residual = MD;
    for (int i = 0; i < element.Np; ++i)
      for (int j = 0; j < element.Np; ++j) residual(i, j) += MD(j, i);
    for (int f = 0; f < element.n_faces; ++f)
      for (int k = 0; k < element.Nfp; ++k)
        for (int i = 0; i < element.Np; ++i)
          residual(i, element.face_nodes[f * element.Nfp + k]) -=
              scaled_normal(dim, f, d) * lifted(i, f * element.Nfp + k);
    EXPECT_LT(largest(residual), 1e-11);
  }
}

TEST_P(EveryElement, quadrature_operators_agree_with_the_nodal_ones_on_polynomials) {
  const ReferenceElement element(dim, N);
  const int Np = element.Np, Nfp = element.Nfp, Nfq = element.face_rule.size(), n_faces = element.n_faces;
  EXPECT_LT(largest(difference(element.project * element.Vq, identity(Np))), 1e-11);
  const Matrix lift = block(element.lift, Np, n_faces * Nfp, 0);
  const Matrix face_project = block(element.face_project, Np, n_faces * Nfq, 0);
  for (int f = 0; f < n_faces; ++f) {
    Matrix from_points(Np, Nfq), from_nodes(Np, Nfp);
    for (int i = 0; i < Np; ++i) {
      std::copy_n(&face_project.a[i * n_faces * Nfq + f * Nfq], Nfq, &from_points.a[i * Nfq]);
      std::copy_n(&lift.a[i * n_faces * Nfp + f * Nfp], Nfp, &from_nodes.a[i * Nfp]);
    }
    EXPECT_LT(largest(difference(from_points * element.face_V, from_nodes)), 1e-10 * largest(from_nodes));
  }
  for (int d = 0; d < dim; ++d) {  // M⁻¹ Dᵀ W Vq = M⁻¹ Dᵀ M
    const Matrix left = block(element.project_D, Np, element.cell_rule.size(), d) * element.Vq;
    const Matrix right = transpose(element.mass * block(element.D, Np, Np, d));
    EXPECT_LT(largest(difference(element.mass * left, right)), 1e-11);
  }
}

TEST_P(EveryElement, face_values_are_those_of_the_cell_at_the_face_points) {
  const ReferenceElement element(dim, N);
  const int Nfq = element.face_rule.size();
  const Matrix at_points = interpolation(dim, N, element.nodes, element.face_points);
  for (int f = 0; f < element.n_faces; ++f)
    for (int m = 0; m < Nfq; ++m) {
      std::vector<double> row(at_points.a.begin() + (f * Nfq + m) * element.Np,
                              at_points.a.begin() + (f * Nfq + m + 1) * element.Np);
      for (int k = 0; k < element.Nfp; ++k)
        row[element.face_nodes[f * element.Nfp + k]] -= element.face_V(m, k);
      for (double x : row) EXPECT_NEAR(x, 0, 1e-11);
    }
}

TEST(ReferenceElement, curved_geometry_gets_rules_that_keep_constants_constant) {
  for (int p = 1; p <= 4; ++p) {
    const ReferenceElement element(2, 2, p);
    // exact for test function times metric, degree N + 2(p − 1)
    const int degree = 2 + 2 * (p - 1);
    double sum = 0;
    for (int q = 0; q < element.cell_rule.size(); ++q)
      sum += element.cell_rule.weights[q] * std::pow((1 + element.cell_rule.points[2 * q]) / 2, degree);
    EXPECT_NEAR(sum, 4.0 / ((degree + 1) * (degree + 2)), 1e-14);
  }
}

TEST(ReferenceElement, wrong_dimensions_and_orders_are_refused) {
  EXPECT_THROW(ReferenceElement(1, 3), std::invalid_argument);
  EXPECT_THROW(ReferenceElement(4, 3), std::invalid_argument);
  EXPECT_THROW(ReferenceElement(2, 0), std::invalid_argument);
  EXPECT_THROW(ReferenceElement(3, 11), std::invalid_argument);
  EXPECT_THROW(ReferenceElement(3, 99), std::invalid_argument);
  EXPECT_THROW(ReferenceElement(3, 2, 0), std::invalid_argument);
  EXPECT_THROW(ReferenceElement(3, 2, 5), std::invalid_argument);
  EXPECT_THROW(warp_blend_nodes(2, 0), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
